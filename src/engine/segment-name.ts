import type { TimeInterval } from '../sql/ast.ts'

/**
 * The name of the segment of time that contains a moment, e.g. `2024-03`, or `2024-03-04` for the week that begins then.
 * The moment is as `keyText` writes times; null for any other text (a year before Christ, an infinity).
 */
export function segmentName(interval: TimeInterval, moment: string): string | null {
  const [, day, hour] = /^(\d{4}-\d\d-\d\d) (\d\d):/.exec(moment) ?? []
  if (day === undefined || hour === undefined) return null
  switch (interval) {
    case 'Yearly':
      return day.slice(0, 4)
    case 'Quarterly':
      return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
    case 'Monthly':
      return day.slice(0, 7)
    case 'Weekly':
      return mondayOf(day)
    case 'Daily':
      return day
    case 'Hourly':
      return `${day} ${hour}:00`
  }
}

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
