/** The first day of the year 1 and the last of 9999, from 1970. */
const firstDay = -719_162
const lastDay = 2_932_896
const dayMs = 86_400_000
const microsPerDay = 86_400_000_000
const wideDay = BigInt(microsPerDay)

/** Rows share few days, and to write one costs more than to look it up. */
const mostDays = 100_000
const writtenDays = new Map<number, string>()

/** `YYYY-MM-DD` of a number of days from 1970; null outside of the years 1 to 9999, which engines write in ways of their own. */
export function dayText(days: number): string | null {
  if (days < firstDay || days > lastDay) return null
  const written = writtenDays.get(days)
  if (written !== undefined) return written
  const text = new Date(days * dayMs).toISOString().slice(0, 10)
  if (writtenDays.size >= mostDays) writtenDays.clear()
  writtenDays.set(days, text)
  return text
}

/** `YYYY-MM-DD HH:MM:SS[.ffffff]`, no zeros at its end, of microseconds from 1970; null as for `dayText`. */
export function momentText(micros: bigint): string | null {
  const { days, inDay } = parted(micros)
  const day = dayText(days)
  if (day === null) return null
  const fraction = inDay % 1_000_000
  const seconds = (inDay - fraction) / 1_000_000
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return fraction === 0
    ? `${day} ${clock}`
    : `${day} ${clock}.${String(fraction).padStart(6, '0').replace(/0+$/, '')}`
}

/** Whole days, and the microseconds of the last one. */
function parted(micros: bigint): { days: number; inDay: number } {
  const since = Number(micros)
  if (Number.isSafeInteger(since)) {
    const days = Math.floor(since / microsPerDay)
    return { days, inDay: since - days * microsPerDay }
  }
  const inDay = ((micros % wideDay) + wideDay) % wideDay
  return { days: Number((micros - inDay) / wideDay), inDay: Number(inDay) }
}

const two = (number: number): string => (number < 10 ? `0${number}` : String(number))
