import type { Session } from '../../connectors/connector.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import { and, column, count, equal, isNull, output, select, subquery } from '../../sql/build.ts'
import { printSelect } from '../../sql/print.ts'
import { keyKind, keyText, literalOf } from '../key-text.ts'

/** Groups of one grouping that are measured; the ones with most rows. */
const mostGroups = 20

/** The values that the rows of a group share, as texts by the names of the fields; null for rows without one. */
export type GroupValues = Record<string, string | null>

/** The groups of rows that agree in these fields, those with most rows first; how many more there are is not asked. */
export async function readGroups(
  session: Session,
  relation: Relation,
  fields: readonly DiscoveredField[],
): Promise<GroupValues[]> {
  const values = fields.map((field, index) => ({ expression: column(field), alias: `v${index}` }))
  const grouped = select({
    items: [...values, { expression: count('rows'), alias: 'n' }],
    from: relation,
    group_by: values.map(({ expression }) => expression),
  })
  const statement = select({
    items: [...values, { expression: output('n'), alias: 'n' }].map(({ alias }) => ({
      expression: output(alias),
      alias,
    })),
    from: subquery(grouped),
    order_by: [
      { expression: output('n'), descending: true },
      ...values.map(({ alias }) => ({ expression: output(alias) })),
    ],
    limit: mostGroups,
  })
  const { rows } = await session.query(printSelect(statement, session.dialect))
  return rows.map((row) =>
    Object.fromEntries(
      fields.map((field, index) => [field.name, keyText(row[index] ?? null, keyKind(field))]),
    ),
  )
}

/** The rows of one group. */
export function rowsOfGroup(
  relation: Relation,
  fields: readonly DiscoveredField[],
  values: GroupValues,
): Relation {
  const conditions = fields.map((field) => {
    const value = values[field.name] ?? null
    return value === null ? isNull(column(field)) : equal(column(field), literalOf(field, value))
  })
  return subquery(select({ items: 'all', from: relation, where: and(...conditions) }))
}
