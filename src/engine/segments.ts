import { cellToNumber } from '../kernel/cell.ts'
import type { Session } from '../connectors/connector.ts'
import type { Judgement, SegmentRule } from '../rules/rule.ts'
import type { Expression, Relation } from '../sql/ast.ts'
import {
  above,
  and,
  below,
  column,
  count,
  countWhere,
  isNotNull,
  number,
  or,
  output,
  segment,
  select,
  subquery,
} from '../sql/build.ts'
import { printSelect } from '../sql/print.ts'
import { withinCoverage, type PreparedCheck } from './check.ts'

/** Counts the segments of time that have rows, and those whose size lies outside the bounds; rows without a time are in none. */
export async function judgeSegments(
  session: Session,
  relation: Relation,
  prepared: PreparedCheck<SegmentRule>,
): Promise<Judgement> {
  const { check, rule, input, filter } = prepared
  const { interval, min_size, max_size } = rule.segments(input)
  const moment = column(input.field)
  const sizes = select({
    items: [{ expression: count('rows'), alias: 'n' }],
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
  return withinCoverage(rule.judge(total, wrong, input), check.coverage, wrong, total)
}
