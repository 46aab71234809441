import type { Expression, Relation, Select } from '../../sql/ast.ts'
import { caseWhen, countWhere, equal, number, output, plus, select, subquery } from '../../sql/build.ts'
import { hasPart, withOperands } from '../../sql/conditions.ts'
import type { Dialect } from '../../sql/dialect.ts'
import { holdsColumn } from '../../sql/node-kinds.ts'

/** An aggregate, and the name of its column. */
export type CountedItem = Extract<Select['items'], unknown[]>[number]

/** What one statement counts, and of which rows. */
export interface CountedItems {
  items: readonly CountedItem[]
  from: Relation
}

/**
 * What is counted, put so that what an aggregate looks at is computed beneath it where a query is a part of that; for engines whose
 * aggregates take none.
 */
export function withQueriesBeneath(counting: CountedItems, dialect: Dialect): CountedItems {
  if (!dialect.aggregatesNoQueries) return counting
  const extra: CountedItem[] = []
  const beneath = (expression: Expression): Expression => {
    const alias = `assay_value_${extra.length + 1}`
    extra.push({ expression, alias })
    return output(alias)
  }
  const items = counting.items.map(({ expression, alias }) => ({
    expression: aggregated(expression, beneath),
    alias,
  }))
  if (extra.length === 0) return counting
  return { items, from: subquery(select({ items: 'all', extra, from: counting.from })) }
}

/** The expression with what its aggregates look at in other words. */
function aggregated(node: Expression, beneath: (value: Expression) => Expression): Expression {
  if (!hasPart(node, isQuery)) return node
  if (node.kind === 'count_where')
    return countWhere(equal(beneath(caseWhen(node.condition, number(1), number(0))), number(1)))
  if (node.kind !== 'aggregate' || node.operand === 'rows')
    return withOperands(node, (operand) => aggregated(operand, beneath))
  // A column is not known as one from outside, where it would be widened so that its sum has room.
  const isNarrow = node.name === 'sum' && holdsColumn(node.operand)
  return { ...node, operand: beneath(isNarrow ? plus(node.operand, number(0)) : node.operand) }
}

const isQuery = (node: Expression): boolean =>
  node.kind === 'in_query' ||
  node.kind === 'scalar_query' ||
  (node.kind === 'user_expression' && /\bselect\b/i.test(node.text))
