import { count } from './numbers.ts'

/** How a number compares with one of before, in words that the time of that follows: `12 more than`. */
export function comparedWith(now: number, before: number): string {
  if (now === before) return 'as many as'
  return `${count(Math.abs(now - before))} ${now > before ? 'more' : 'fewer'} than`
}

/** The day, `YYYY-MM-DD`, that is so many days after another (before it, where the number is negative). */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** How many days lie from one to another. */
export function daysBetween(first: string, last: string): number {
  return (Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000
}
