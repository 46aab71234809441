import type { Relation } from '../../sql/ast.ts'
import { below, call, number, select, subquery } from '../../sql/build.ts'

/** Rows that are enough to see how fields go together, and what texts look like. */
const enoughRows = 100_000

/** All rows where they are few, else about `enoughRows` of them, each with the same chance. */
export function sampleOf(relation: Relation, rows: number): Relation {
  if (rows <= enoughRows) return relation
  const isDrawn = below(call('random'), number(enoughRows / rows))
  return subquery(select({ items: 'all', from: relation, where: isDrawn }))
}
