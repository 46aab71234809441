import type { Insights } from '../../api/api.generated.ts'

/** The runs of a day, of UTC. */
export interface Day {
  /** As an address has it: year, month and day. */
  date: string
  runs: number
  /** How many of them ended otherwise than as a success. */
  others: number
}

/** Results of runs that did not end yet, or ended well. */
const untroubled: ReadonlySet<string | null> = new Set(['success', 'running', 'queued'])

const length = 86_400_000

/** The first day of a year that ends with the day of `now`. */
export function yearBefore(now: number): string {
  return new Date(now - 364 * length).toISOString().slice(0, 10)
}

/** How many runs each day had. */
export function daysOf({ periods, series }: Pick<Insights, 'periods' | 'series'>): Day[] {
  const runs = series.filter(({ measure }) => measure === 'runs')
  return periods.map(({ start_date: date }, index) => {
    const counts = runs.map(({ of, values }) => ({ of, count: values[index] ?? 0 }))
    const sum = (some: typeof counts) => some.reduce((all, { count }) => all + count, 0)
    return { date, runs: sum(counts), others: sum(counts.filter(({ of }) => !untroubled.has(of))) }
  })
}

/** In which column and row of a calendar of weeks a day stands: the first day is in the first column, and Monday in the first row. */
export function placeOf(date: string, first: string): { week: number; weekday: number } {
  const weekdayOf = (day: string) => (new Date(day).getUTCDay() + 6) % 7
  const days = Math.round((Date.parse(date) - Date.parse(first)) / length)
  const since = days + weekdayOf(first)
  return { week: Math.floor(since / 7), weekday: since % 7 }
}
