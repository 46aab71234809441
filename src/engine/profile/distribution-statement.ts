import type { Expression, Relation, Select } from '../../sql/ast.ts'
import {
  above,
  and,
  atLeast,
  below,
  cast,
  column,
  count,
  isNotNull,
  minus,
  named,
  number,
  or,
  output,
  runningSum,
  select,
  subquery,
  sum,
  times,
  union,
} from '../../sql/build.ts'
import type { Examined } from './basics.ts'
import { branchKinds, powers, row, shown } from './branches.ts'
import { estimatedBranches, estimatedGroups, oneIn } from './estimated-branches.ts'
import { distance, isMeasurable, scaled } from './numbers.ts'
import { rankRanges, ranksWanted } from './ranks.ts'

const value = output('v')
const rows = output('n')

/** Selects of the values of each field with their frequencies, by name, and a relation of all that is asked of these. */
export function distributionStatement(
  relation: Relation,
  examined: readonly Examined[],
  buckets: number,
): { from: Relation; groups: { name: string; query: Select }[] } {
  const parts = examined.map((one) => {
    const share = oneIn(one)
    return share === null
      ? { groups: [groupOf(relation, one)], branches: branchesOf(one, buckets) }
      : {
          groups: estimatedGroups(relation, one, buckets, share),
          branches: estimatedBranches(relation, one),
        }
  })
  return {
    groups: parts.flatMap(({ groups }) => groups),
    from: union(parts.flatMap(({ branches }) => branches)),
  }
}

function groupOf(relation: Relation, { field: { index, field } }: Examined): { name: string; query: Select } {
  const query = select({
    items: [
      { expression: column(field), alias: 'v' },
      { expression: count('rows'), alias: 'n' },
    ],
    from: relation,
    where: isNotNull(column(field)),
    group_by: [column(field)],
  })
  return { name: `g${index}`, query }
}

function branchesOf(examined: Examined, buckets: number): Select[] {
  const { field, basics } = examined
  const { index } = field
  const group = named(`g${index}`)
  const measured = { ...examined, group }
  return [
    select({
      items: row(index, branchKinds.bucket, { ...shown(examined), n: rows }),
      from: subquery(
        select({
          items: kept('v', 'n'),
          from: group,
          order_by: [{ expression: rows, descending: true }, { expression: value }],
          limit: buckets,
        }),
      ),
    }),
    select({
      items: row(index, branchKinds.frequency, { n: rows, t: count('rows') }),
      from: group,
      group_by: [rows],
    }),
    ...(basics.frame === null
      ? []
      : [
          select({
            items: row(index, branchKinds.step, { ...shown(examined), n: rows, t: output('t') }),
            ...stepsOf(measured),
          }),
          select({
            items: row(index, branchKinds.powers, { ...powers(weighed), n: sum(rows) }),
            from: deviationsOf(measured),
          }),
        ]),
  ]
}

const kept = (...names: string[]) => names.map((alias) => ({ expression: output(alias), alias }))

/** A value counts as often as it occurs. */
const weighed = (power: Expression): Expression => sum(times(rows, power))

interface Grouped extends Examined {
  group: Relation
}

/** The values that hold the ranks of the quantiles. */
function stepsOf({ field, basics, group }: Grouped): Pick<Select, 'from' | 'where'> {
  const measured = isMeasurable(field, value)
  const from = subquery(
    select({
      // Some servers add up whole numbers as decimals, which take several times as long to compare.
      items: [...kept('v', 'n'), { expression: cast(runningSum(rows, value), 'integral'), alias: 't' }],
      from: group,
      ...(measured && { where: measured }),
    }),
  )
  const before = minus(output('t'), rows)
  const holds = rankRanges(ranksWanted(basics.measured)).map(([from, to]) =>
    and(atLeast(output('t'), number(from)), below(before, number(to))),
  )
  return { from, where: or(...holds) }
}

function deviationsOf({ field, basics: { frame }, group }: Grouped): Relation {
  if (frame === null) throw new Error('Only values that can be measured deviate.')
  const measured = isMeasurable(field, value)
  const raw = select({
    items: [...kept('n'), { expression: distance(field, value, frame), alias: 'd' }],
    from: group,
    where: measured ?? above(rows, number(0)),
  })
  return subquery(
    select({
      items: [...kept('n'), { expression: scaled(output('d'), frame), alias: 'd' }],
      from: subquery(raw),
    }),
  )
}
