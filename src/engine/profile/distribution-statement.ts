import type { Expression, Relation, Select } from '../../sql/ast.ts'
import {
  above,
  and,
  atLeast,
  below,
  call,
  cast,
  column,
  count,
  isNotNull,
  minus,
  named,
  nothing,
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
import { distance, floating, isMeasurable, scaled } from './numbers.ts'
import { ranksWanted } from './ranks.ts'

/** Kinds of rows of the answer. */
export const branchKinds = { bucket: 0, frequency: 1, step: 2, powers: 3 } as const

/** The columns of the answer: the field, the kind of row, a value as text, two counts, and the sums of four powers or the value as a number. */
export const branchNames = ['f', 'k', 'v', 'n', 't', 'd1', 'd2', 'd3', 'd4'] as const

/** Texts are cut after so many characters: a bucket is there to be looked at. */
const mostCharacters = 1000

const value = output('v')
const rows = output('n')

/** Selects of the values of each field with their frequencies, by name, and a relation of all that is asked of these. */
export function distributionStatement(
  relation: Relation,
  examined: readonly Examined[],
  buckets: number,
): { from: Relation; groups: { name: string; query: Select }[] } {
  const groups = examined.map(({ field: { index, field } }) => ({
    name: `g${index}`,
    query: select({
      items: [
        { expression: column(field), alias: 'v' },
        { expression: count('rows'), alias: 'n' },
      ],
      from: relation,
      where: isNotNull(column(field)),
      group_by: [column(field)],
    }),
  }))
  const branches = examined.flatMap((one) => branchesOf(one, buckets))
  return { groups, from: union(branches) }
}

function branchesOf(examined: Examined, buckets: number): Select[] {
  const { field, basics } = examined
  const group = named(`g${field.index}`)
  const row = (kind: number, members: Partial<Record<(typeof branchNames)[number], Expression>>) =>
    branchNames.map((alias) => ({
      alias,
      expression:
        members[alias] ?? (alias === 'f' ? number(field.index) : alias === 'k' ? number(kind) : blank[alias]),
    }))
  const measured = { ...examined, group }
  return [
    select({
      items: row(branchKinds.bucket, { ...shown(examined), n: rows }),
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
      items: row(branchKinds.frequency, { n: rows, t: count('rows') }),
      from: group,
      group_by: [rows],
    }),
    ...(basics.frame === null
      ? []
      : [
          select({
            items: row(branchKinds.step, { ...shown(examined), n: rows, t: output('t') }),
            ...stepsOf(measured),
          }),
          select({ items: row(branchKinds.powers, powersOf()), from: deviationsOf(measured) }),
        ]),
  ]
}

const blank: Record<'v' | 'n' | 't' | 'd1' | 'd2' | 'd3' | 'd4', Expression> = {
  v: cast(nothing, 'string'),
  n: number(0),
  t: number(0),
  d1: number(0),
  d2: number(0),
  d3: number(0),
  d4: number(0),
}

const kept = (...names: string[]) => names.map((alias) => ({ expression: output(alias), alias }))

/** The value as text; floating numbers beside it, as not every engine writes all their digits. */
function shown({ field }: Examined): { v: Expression; d1?: Expression } {
  const text = call('plain_text', value)
  if (field.kind === 'fraction') return { v: text, d1: floating(field, value) }
  return { v: field.kind === 'text' ? call('beginning', text, number(mostCharacters)) : text }
}

interface Grouped extends Examined {
  group: Relation
}

/** The values that hold the ranks of the quantiles. */
function stepsOf({ field, basics, group }: Grouped): Pick<Select, 'from' | 'where'> {
  const measured = isMeasurable(field, value)
  const from = subquery(
    select({
      items: [...kept('v', 'n'), { expression: runningSum(rows, value), alias: 't' }],
      from: group,
      ...(measured && { where: measured }),
    }),
  )
  const holds = ranksWanted(basics.measured).map((rank) =>
    and(atLeast(output('t'), number(rank)), below(minus(output('t'), rows), number(rank))),
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

/** A value counts as often as it occurs. */
function powersOf(): Record<'n' | 'd1' | 'd2' | 'd3' | 'd4', Expression> {
  const d = output('d')
  const square = times(d, d)
  const weighed = (power: Expression) => sum(times(rows, power))
  return {
    n: sum(rows),
    d1: weighed(d),
    d2: weighed(square),
    d3: weighed(times(square, d)),
    d4: weighed(times(square, square)),
  }
}
