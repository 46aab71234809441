import { invalidParameter } from '../../kernel/errors.ts'
import type { Grouping } from '../../model/insight.ts'

/** A time that is counted as one: its first and its last day, as `YYYY-MM-DD`. */
export interface Period {
  start_date: string
  end_date: string
}

/** Periods that one answer may have. */
const mostPeriods = 366

/**
 * The days from the first to the last, cut into days, weeks from Monday on, or months; the outer ones end with the range. 422 where the
 * range is turned round, or has too many.
 */
export function periodsOf(first: string, last: string, groupBy: Grouping): Period[] {
  if (first > last) throw invalidParameter('start_date', `start_date (${first}) is after end_date (${last}).`)
  const end = Temporal.PlainDate.from(last)
  const periods: Period[] = []
  let start = Temporal.PlainDate.from(first)
  while (Temporal.PlainDate.compare(start, end) <= 0) {
    if (periods.length === mostPeriods)
      throw invalidParameter(
        'start_date',
        `From ${first} to ${last} are more than ${mostPeriods} periods; ask for fewer days, or group them by week or month.`,
      )
    const next = nextStart(start, groupBy)
    const until = Temporal.PlainDate.compare(next, end) > 0 ? end : next.subtract({ days: 1 })
    periods.push({ start_date: start.toString(), end_date: until.toString() })
    start = next
  }
  return periods
}

/** The first day of the period after the one that this day is in. */
function nextStart(day: Temporal.PlainDate, groupBy: Grouping): Temporal.PlainDate {
  if (groupBy === 'day') return day.add({ days: 1 })
  if (groupBy === 'week') return day.add({ days: 8 - day.dayOfWeek })
  return day.with({ day: 1 }).add({ months: 1 })
}
