import type { Expression, Relation, Select } from '../../sql/ast.ts'
import {
  and,
  call,
  column,
  below,
  count,
  isNotNull,
  named,
  not,
  number,
  output,
  select,
  sketch,
  subquery,
  sum,
} from '../../sql/build.ts'
import type { Examined } from './basics.ts'
import { branchKinds, powers, row, shown } from './branches.ts'
import { distance, floating, isMeasurable, scaled } from './numbers.ts'
import { quantileShares } from './ranks.ts'

/** Beyond so many values that differ, grouping all of them costs more than reading them. */
const mostGrouped = 50_000

/** Rows of which the most frequent values are looked up. */
const drawnRows = 100_000

/** One in how many of its values a field is estimated by; null where all of them are counted: they are few, or the engine has no estimates. */
export function oneIn({ basics: { distinct } }: Examined): number | null {
  return distinct === null || distinct <= mostGrouped ? null : Math.ceil(distinct / mostGrouped)
}

/**
 * Of a field with many values: candidates for the most frequent ones, from a sample of its rows, whose rows are then counted, and a
 * sample of the other values with all their rows.
 */
export function estimatedGroups(
  relation: Relation,
  { field: { index, field }, basics }: Examined,
  buckets: number,
  one: number,
): { name: string; query: Select }[] {
  const value = column(field)
  const drawn = below(call('random'), number(Math.min(1, drawnRows / basics.present)))
  const grouped = (where: Expression) =>
    select({
      items: [
        { expression: value, alias: 'v' },
        { expression: count('rows'), alias: 'n' },
      ],
      from: relation,
      where,
      group_by: [value],
    })
  const candidates = select({
    items: [{ expression: output('v'), alias: 'v' }],
    from: subquery(grouped(and(isNotNull(value), drawn))),
    order_by: [{ expression: output('n'), descending: true }, { expression: output('v') }],
    limit: buckets,
  })
  const isCandidate: Expression = {
    kind: 'in_query',
    operands: [value],
    query: select({ items: [{ expression: output('v'), alias: 'v' }], from: named(`c${index}`) }),
  }
  return [
    { name: `c${index}`, query: candidates },
    { name: `b${index}`, query: grouped(isCandidate) },
    {
      name: `g${index}`,
      query: grouped(and(isNotNull(value), sketch('one_in', value, one), not(isCandidate))),
    },
  ]
}

/** What is asked of these groups, and of the numbers themselves. */
export function estimatedBranches(relation: Relation, examined: Examined): Select[] {
  const { field, basics } = examined
  const { index } = field
  const branches = [
    select({
      items: row(index, branchKinds.bucket, { ...shown(examined), n: output('n') }),
      from: named(`b${index}`),
    }),
    select({
      items: row(index, branchKinds.frequency, { n: output('n'), t: count('rows') }),
      from: named(`g${index}`),
      group_by: [output('n')],
    }),
  ]
  if (basics.frame === null) return branches
  const value = column(field.field)
  const measured = isMeasurable(field, value)
  const raw = select({
    items: [
      { expression: distance(field, value, basics.frame), alias: 'd' },
      { expression: floating(field, value), alias: 's' },
    ],
    from: relation,
    where: measured ?? isNotNull(value),
  })
  const deviations = select({
    items: [
      { expression: scaled(output('d'), basics.frame), alias: 'd' },
      { expression: output('s'), alias: 's' },
    ],
    from: subquery(raw),
  })
  const sums = powers(sum)
  return [
    ...branches,
    select({
      items: row(index, branchKinds.powers, {
        ...sums,
        n: count('rows'),
        v: sketch('quantiles', output('s'), ...quantileShares),
      }),
      from: subquery(deviations),
    }),
  ]
}
