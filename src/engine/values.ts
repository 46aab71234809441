import type { Cell } from '../kernel/cell.ts'
import type { Session } from '../connectors/connector.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { ReferenceRule, TextRule } from '../rules/rule.ts'
import type { Expression, Relation } from '../sql/ast.ts'
import {
  above,
  and,
  below,
  boolean,
  cast,
  column,
  equal,
  inList,
  isNotNull,
  not,
  number,
  or,
  text,
} from '../sql/build.ts'
import { printSelect } from '../sql/print.ts'
import type { PreparedCheck } from './check.ts'
import type { FoundValues } from './families/family.ts'
import { rowRule } from './families/row.ts'
import { groupCounts } from './group-counts.ts'
import { keyText, literalOf, keyKind } from './key-text.ts'

/** Most failing values that a statement names; rows with others are counted, and are not among the source records. */
export const namedValues = 1000

/** The check as a condition on the failing values that are named, and how many rows have a failing value. */
export function foundValues(
  prepared: PreparedCheck<ReferenceRule | TextRule>,
  failing: readonly string[],
  anomalous: number,
): FoundValues {
  const { field } = prepared.input
  const isNumber = field.type === 'Fractional' || field.type === 'Integral'
  const odd = failing.filter((key) => isNumber && nonFinite.has(key))
  const plain = failing.filter((key) => !odd.includes(key))
  const literals = plain.map((value) => literalOf(field, value))
  const condition = or(
    literals.length === 0 ? boolean(false) : inList(column(field), literals),
    ...odd.map((key) => isNonFinite(field, key)),
  )
  return { prepared: { ...prepared, rule: rowRule(prepared.rule, condition) }, anomalous }
}

/** Distinct values of the first field among the filtered rows, without NULL, each with its number of rows, both as text. */
export async function* distinctValues(
  session: Session,
  relation: Relation,
  { input, filter }: PreparedCheck,
): AsyncGenerator<(string | null)[][]> {
  const value = column(input.field)
  const where = filter ? and(filter, isNotNull(value)) : isNotNull(value)
  const statement = groupCounts(relation, [{ expression: value, alias: 'v' }], where)
  yield* keysOf(session.stream(printSelect(statement, session.dialect)), input.field)
}

/** The first column in one spelling of the field's values whatever the store, and the others as they are. */
export async function* keysOf(
  batches: AsyncIterable<{ rows: Cell[][] }>,
  field: DiscoveredField,
): AsyncGenerator<(string | null)[][]> {
  const kind = keyKind(field)
  for await (const { rows } of batches)
    yield rows.map((row) => row.map((cell, index) => keyText(cell, index === 0 ? kind : null)))
}

/** Numbers that no SQL has a constant for. */
const nonFinite = new Set(['NaN', 'Infinity', '-Infinity'])

/** TRUE for a row whose number is the one that `key` names. */
function isNonFinite(field: DiscoveredField, key: string): Expression {
  const value = column(field)
  const isNaN = equal(value, cast(text('NaN'), 'fractional'))
  if (key === 'NaN') return isNaN
  // A store without NaN reads it as zero, which is not beyond every finite number either.
  return key === 'Infinity'
    ? and(above(value, number(Number.MAX_VALUE)), not(isNaN))
    : below(value, number(-Number.MAX_VALUE))
}
