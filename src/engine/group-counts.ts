import type { Expression, Relation, Select } from '../sql/ast.ts'
import { count, output, select, subquery } from '../sql/build.ts'

/** The groups of rows with equal keys, of those that fulfil `where`: the keys by their aliases, and the number of rows as `n`. */
export function groupCounts(
  from: Relation,
  keys: readonly { expression: Expression; alias: string }[],
  where: Expression,
  having?: Expression,
): Select {
  const counted = { expression: count('rows'), alias: 'n' }
  if (from.kind === 'store') {
    const group_by = keys.map(({ expression }) => expression)
    return select({ items: [...keys, counted], from, where, group_by, ...(having && { having }) })
  }
  // MariaDB does not see that a key computed from a limited select is the one that it groups by, unless it has a name.
  const named = keys.map(({ alias }) => ({ expression: output(alias), alias }))
  return select({
    items: [...named, counted],
    from: subquery(select({ items: [...keys], from, where })),
    group_by: named.map(({ expression }) => expression),
    ...(having && { having }),
  })
}
