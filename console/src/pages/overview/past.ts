import type { Insights, Trends } from '../../api/api.generated.ts'
import { dayBeside } from '../../words/times.ts'
import { dayAfter, daysBetween } from '../../words/changes.ts'

/** What the figures of today are compared with. */
export interface Past {
  /** The first day that the charts show; how it stood at its end is what is compared. */
  day: string
  /** The same in words. */
  words: string
  /** The days after it, until today. */
  since: { start_date: string }
  /** As many days before these. */
  before: { start_date: string; end_date: string }
  days: number
}

/** How many anomalies were open at the end of the one day that these insights are of, from a weight on that begins a band. */
export function openThen({ series }: Pick<Insights, 'series'>, leastWeight = 0): number {
  const ofBands = series.filter(
    ({ measure, of }) => measure === 'anomalies_open' && Number.parseInt(of ?? '', 10) >= leastWeight,
  )
  return ofBands.reduce((sum, { values }) => sum + (values[0] ?? 0), 0)
}

/** The days before the trends, as many as these have after their first. */
export function pastOf({ start_date: day, end_date }: Pick<Trends, 'start_date' | 'end_date'>): Past {
  const days = daysBetween(day, end_date)
  return {
    day,
    words: dayBeside(day, end_date),
    days,
    since: { start_date: dayAfter(day, 1) },
    before: { start_date: dayAfter(day, 1 - days), end_date: day },
  }
}
