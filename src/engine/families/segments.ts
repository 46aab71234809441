import { cellToNumber } from '../../kernel/cell.ts'
import { hold } from '../../kernel/held.ts'
import { maskedInMessage } from '../../kernel/masked.ts'
import type { Session } from '../../connectors/connector.ts'
import type { Judgement, SegmentRule } from '../../rules/rule.ts'
import type { Expression, Relation } from '../../sql/ast.ts'
import {
  above,
  and,
  below,
  column,
  count,
  countWhere,
  isNotNull,
  max,
  min,
  number,
  or,
  output,
  segment,
  select,
  subquery,
} from '../../sql/build.ts'
import { printSelect } from '../../sql/print.ts'
import { withinCoverage, type PreparedCheck } from '../check.ts'
import { keyText } from '../key-text.ts'
import { segmentName } from '../segment-name.ts'
import { filterOnly, noOwnColumns, type ContainerFamily } from './family.ts'

/** Sizes of segments of time. */
export const segments: ContainerFamily<SegmentRule> = {
  judges: 'container',
  reads_rows: true,
  measures: () => ({}),
  about: () => 'rows',
  judge: async ({ session, relation }, prepared) => ({
    judgement: await judgeSegments(session, relation, prepared),
  }),
  tries: filterOnly,
  category: () => 'data_integrity',
  own_columns: noOwnColumns,
  keeps_measurements: false,
  tells: 'values',
}

/** Counts the segments of time that have rows, and those whose size lies outside the bounds; rows without a time are in none. */
async function judgeSegments(
  session: Session,
  relation: Relation,
  prepared: PreparedCheck<SegmentRule>,
): Promise<Judgement> {
  const { check, rule, input, filter } = prepared
  const { interval, min_size, max_size } = rule.segments(input)
  const moment = column(input.field)
  const sizes = select({
    items: [
      { expression: count('rows'), alias: 'n' },
      { expression: min(moment), alias: 'since' },
    ],
    from: relation,
    where: filter ? and(filter, isNotNull(moment)) : isNotNull(moment),
    group_by: [segment(interval, moment)],
  })
  const outside: Expression[] = [
    ...(min_size === null ? [] : [below(output('n'), number(min_size))]),
    ...(max_size === null ? [] : [above(output('n'), number(max_size))]),
  ]
  const items = [
    { expression: count('rows'), alias: 'segments' },
    { expression: countWhere(or(...outside)), alias: 'outside' },
  ]
  const { rows } = await session.query(printSelect(select({ items, from: subquery(sizes) }), session.dialect))
  const [total = 0, wrong = 0] = (rows[0] ?? []).map((cell) => cellToNumber(cell))
  const named = wrong === 0 ? null : await namesOf(session, subquery(sizes), or(...outside), prepared)
  return withinCoverage(rule.judge(total, wrong, named, input), check.coverage, wrong, total)
}

/** The first and the last of the segments for which the condition holds; null where they must not or cannot be told. */
async function namesOf(
  session: Session,
  sizes: Relation,
  condition: Expression,
  { rule, input }: PreparedCheck<SegmentRule>,
): Promise<{ first: string; last: string } | null> {
  // A masked moment tells as much as a masked number.
  if (input.shown(hold(0)) === maskedInMessage) return null
  const items = [
    { expression: min(output('since')), alias: 'first' },
    { expression: max(output('since')), alias: 'last' },
  ]
  const { rows } = await session.query(
    printSelect(select({ items, from: sizes, where: condition }), session.dialect),
  )
  const [first, last] = (rows[0] ?? []).map((cell) =>
    segmentName(rule.segments(input).interval, keyText(cell, 'time') ?? ''),
  )
  return first && last ? { first, last } : null
}
