import type { Session } from '../connectors/connector.ts'
import type { GroupedRule, Groups } from '../rules/rule.ts'
import type { Expression, Relation, Select } from '../sql/ast.ts'
import { above, and, column, count, isNotNull, number, output, select, subquery, sum } from '../sql/build.ts'
import { printSelect } from '../sql/print.ts'
import type { PreparedCheck } from './check.ts'

/** Sizes of the groups of equal values of a check's fields, among the filtered rows without NULL in them. */
export async function groupSizes(
  session: Session,
  relation: Relation,
  prepared: PreparedCheck<GroupedRule>,
): Promise<Groups> {
  const groups = select({
    items: [{ expression: count('rows'), alias: 'n' }],
    from: relation,
    where: inAGroup(prepared),
    group_by: keysOf(prepared),
  })
  const statement = printSelect(
    select({
      items: [
        { expression: count('rows'), alias: 'groups' },
        { expression: sum(output('n')), alias: 'rows_in_groups' },
      ],
      from: subquery(groups),
    }),
    session.dialect,
  )
  const { rows } = await session.query(statement)
  const [groupCount, rowCount] = (rows[0] ?? []).map((cell) => Number(String(cell ?? 0)))
  return { groups: groupCount ?? 0, surplus: (rowCount ?? 0) - (groupCount ?? 0) }
}

/** Checks with the same key share one statement: same fields in the same order, same filter. */
export function groupKey({ check }: PreparedCheck<GroupedRule>): string {
  return JSON.stringify([check.fields, check.filter])
}

/** TRUE for every row whose values occur in more than one row. */
export function duplicateRows(relation: Relation, prepared: PreparedCheck<GroupedRule>): Expression {
  const keys = keysOf(prepared)
  const duplicated: Select = select({
    items: keys.map((expression, index) => ({ expression, alias: `k${index}` })),
    from: relation,
    where: inAGroup(prepared),
    group_by: keys,
    having: above(count('rows'), number(1)),
  })
  const isDuplicate: Expression = { kind: 'in_query', operands: keys, query: duplicated }
  return prepared.filter ? and(prepared.filter, isDuplicate) : isDuplicate
}

function keysOf({ input }: PreparedCheck<GroupedRule>): Expression[] {
  return input.fields.map((field) => column(field))
}

function inAGroup(prepared: PreparedCheck<GroupedRule>): Expression {
  const present = keysOf(prepared).map((key) => isNotNull(key))
  return and(...(prepared.filter ? [prepared.filter] : []), ...present)
}
