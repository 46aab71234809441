import type { RowRule } from '../../rules/rule.ts'
import type { Expression } from '../../sql/ast.ts'
import { failingRows } from '../check.ts'
import { noOwnColumns, type RowsFamily } from './family.ts'

/** Each row by a condition that the source evaluates. */
export const row: RowsFamily<RowRule> = {
  judges: 'rows',
  search: (_session, prepared) => ({ by: 'source', prepared }),
  tries: (prepared) => ({ conditions: [failingRows(prepared)] }),
  category: () => 'data_integrity',
  own_columns: noOwnColumns,
  keeps_measurements: false,
  looks_at_cells: ({ blames }) => blames !== undefined,
  blamed({ blames }, { fields, properties }, record) {
    const blamed = blames ? fields.filter((name) => blames(record[name], properties)) : []
    return blamed.length > 0 ? blamed : null
  },
  tells: 'counts',
}

/** A rule of another family as a row rule, whose condition was found elsewhere; `subject` as for row rules. */
export function rowRule(
  rule: Omit<RowRule, 'family' | 'failing' | 'subject' | 'references' | 'validate'>,
  failing: Expression,
  subject: NonNullable<RowRule['subject']> = 'value',
): RowRule {
  const { type, title, description, scope, accepts, properties, says } = rule
  const { filterable, supports_coverage, weight, examples } = rule
  const kept = { type, title, description, scope, accepts, properties, says }
  return {
    ...kept,
    filterable,
    supports_coverage,
    weight,
    examples,
    subject,
    family: 'row',
    failing: () => failing,
  }
}
