const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

const ago = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' })

/** How long before or after `now` (milliseconds) an instant is, in words; none of the calendar's, as 47 hours after Saturday is not tomorrow. */
export function relative(at: string, now: number): string {
  const seconds = Math.round((Date.parse(at) - now) / 1000)
  if (seconds === 0) return 'now'
  const [unit, length] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  // Cut and not rounded: 59 minutes and a half are no 60.
  return ago.format(Math.trunc(seconds / length), unit)
}

/** Date, time and the name of the zone. */
export function absolute(at: string, zone: 'local' | 'utc'): string {
  return new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'long',
    ...(zone === 'utc' && { timeZone: 'UTC' }),
  }).format(new Date(at))
}

/** A day beside one that everybody has in mind, such as today: without its year where that is the same. */
export function dayBeside(day: string, known: string): string {
  const words = dayInWords(day)
  return day.slice(0, 4) === known.slice(0, 4) ? words.replace(/ \d{4}$/, '') : words
}

/** A day (`2026-11-27`) as dates are written elsewhere; what is no day stays as it is. */
export function dayInWords(day: string): string {
  if (Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return day
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}

/** Time between two instants, or in whole seconds since the first when the second is null. */
export function duration(from: string, to: string | null): string {
  const milliseconds = Math.max(0, (to === null ? Date.now() : Date.parse(to)) - Date.parse(from))
  const seconds = milliseconds / 1000
  if (to === null && seconds < 90) return `${Math.floor(seconds)} s`
  if (milliseconds < 100) return `${Math.round(milliseconds)} ms`
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 90) return `${Math.round(seconds)} s`
  // Rounded first: no minute has 60 seconds.
  const whole = Math.round(seconds)
  const minutes = Math.floor(whole / 60)
  return minutes < 90 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const spans = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const

/** A time in its two largest units, such as `2 d 3 h`. */
export function span(milliseconds: number): string {
  const first = spans.findIndex(([, size]) => milliseconds >= size)
  if (first === -1) return `${Math.round(milliseconds)} ms`
  let rest = milliseconds
  const parts = spans.slice(first, first + 2).flatMap(([unit, size]) => {
    const amount = Math.floor(rest / size)
    rest -= amount * size
    return amount === 0 ? [] : [`${amount} ${unit}`]
  })
  return parts.join(' ')
}
