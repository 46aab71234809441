import { invalidMember } from './errors.ts'

/** When a schedule fires, as its five fields say it; all in local time. */
export interface Cron {
  minutes: ReadonlySet<number>
  hours: ReadonlySet<number>
  days: ReadonlySet<number>
  months: ReadonlySet<number>
  /** 0 is Sunday. */
  weekdays: ReadonlySet<number>
  /** The hour begins with `*`: such a schedule counts real time where clocks are put back. */
  isEveryHour: boolean
  /** Neither the day of the month nor that of the week begins with `*`: then one of the two is enough. */
  isEitherDay: boolean
}

interface Field {
  name: string
  least: number
  most: number
  /** Names in the order of their numbers, which start at `least`. */
  names?: readonly string[]
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const fields = {
  minute: { name: 'minute', least: 0, most: 59 },
  hour: { name: 'hour', least: 0, most: 23 },
  day: { name: 'day of the month', least: 1, most: 31 },
  month: { name: 'month', least: 1, most: 12, names: monthNames },
  weekday: { name: 'day of the week', least: 0, most: 7, names: weekdayNames },
} satisfies Record<string, Field>

const minuteMs = 60_000
const dayMinutes = 1440

/** A 29 February on a given weekday comes again after 40 years at the latest; what is not found by then never comes. */
const furthestDays = 41 * 366

/** Reads five fields of numbers, names of months and weekdays, `*`, lists, ranges and steps; 422 on `crontab` for all else, also for what never fires. */
export function parseCron(text: string): Cron {
  const parts = text.trim().split(/\s+/)
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = parts
  if (parts.length !== 5) {
    throw invalidMember(
      'crontab',
      `A crontab has five fields: minute, hour, day of the month, month, day of the week; this one has ${text.trim() === '' ? 0 : parts.length}.`,
    )
  }
  const cron: Cron = {
    minutes: readField(fields.minute, minute),
    hours: readField(fields.hour, hour),
    days: readField(fields.day, day),
    months: readField(fields.month, month),
    weekdays: new Set([...readField(fields.weekday, weekday)].map((number) => number % 7)),
    isEveryHour: hour.startsWith('*'),
    isEitherDay: !day.startsWith('*') && !weekday.startsWith('*'),
  }
  if (nextWallMinute(cron, 0) === null) {
    throw invalidMember('crontab', 'This crontab never fires: no month that it names has such a day.')
  }
  return cron
}

/** The name of an IANA time zone in its usual spelling; 422 on `timezone` for all else, offsets too. */
export function parseTimeZone(name: string): string {
  try {
    if (/^[A-Za-z]/.test(name))
      return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw invalidMember('timezone', `There is no IANA time zone "${name}"; one is "Europe/Berlin".`)
}

/**
 * The first instant after `after` at which the schedule fires; null when there is none. Where clocks are put forward, local
 * times that are skipped fire once, at the first instant after the gap. Where they are put back, a repeated local time
 * fires the first time only, unless the schedule is for every hour.
 */
export function nextTick(cron: Cron, timeZone: string, after: Date): Date | null {
  // Walks from one change of the zone's offset to the next: in between, local time is a plain count of minutes.
  let stretch = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone)
  let from = Math.floor(wallMs(stretch) / minuteMs) + 1
  for (;;) {
    const minute = nextWallMinute(cron, from)
    if (minute === null) return null
    const at = minute * minuteMs - offsetMs(stretch)
    const change = stretch.getTimeZoneTransition('next')
    if (change === null || at < change.epochMilliseconds) {
      if (cron.isEveryHour || !isRepeated(at, timeZone)) return new Date(at)
      from = minute + 1
      continue
    }
    // Beyond the change on the old clock, and yet before it on the new one: the local time is skipped.
    if (minute * minuteMs < wallMs(change)) return new Date(change.epochMilliseconds)
    stretch = change
    from = Math.ceil(wallMs(change) / minuteMs)
  }
}

/** The last instant up to `now` at which the schedule fires, given that it fires at `due`, which is not after `now`. */
export function newestTick(cron: Cron, timeZone: string, due: Date, now: Date): Date {
  // Halving the time between: before the newest tick the next one is not after now, from it on it is.
  let newest = due
  let before = due.getTime()
  let beyond = now.getTime()
  while (before < beyond) {
    const middle = Math.floor((before + beyond) / 2)
    const next = nextTick(cron, timeZone, new Date(middle))
    if (next !== null && next.getTime() <= now.getTime()) {
      newest = next
      before = next.getTime()
    } else {
      beyond = middle
    }
  }
  return newest
}

function readField(field: Field, text: string): Set<number> {
  const found = new Set<number>()
  for (const part of text.split(',')) {
    const match = /^(?:(\*)|(\w+)(?:-(\w+))?)(?:\/(\d{1,2}))?$/.exec(part)
    const [, star, first, last, step] = match ?? []
    const isRange = star !== undefined || last !== undefined
    if (!match || (step !== undefined && !isRange)) throw refused(field, part)
    const least = first === undefined ? field.least : readNumber(field, first, part)
    let most = last === undefined ? least : readNumber(field, last, part)
    if (star !== undefined) most = field === fields.weekday ? 6 : field.most
    // The week may end with its Sunday: `fri-sun`.
    if (last?.toLowerCase() === 'sun' && least > 0) most = 7
    const by = step === undefined ? 1 : Number(step)
    if (by < 1 || by > field.most + 1 - field.least || most < least) throw refused(field, part)
    for (let number = least; number <= most; number += by) found.add(number)
  }
  return found
}

function readNumber(field: Field, text: string, part: string): number {
  const named = field.names?.indexOf(text.toLowerCase()) ?? -1
  const number = named >= 0 ? named + field.least : /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= field.least && number <= field.most)) throw refused(field, part)
  return number
}

function refused({ name, least, most, names }: Field, part: string): Error {
  const words = names ? `, or ${names[0]} to ${names.at(-1)}` : ''
  return invalidMember(
    'crontab',
    `"${part}" is no ${name}: it takes ${least} to ${most}${words}, as one, a range like ${least}-${most}, every one as *, or a step of a range like */2.`,
  )
}

/** The first matching minute from this one on, both counted from 1970 on a wall clock; null when there is none. */
function nextWallMinute(cron: Cron, from: number): number | null {
  const firstDay = Math.floor(from / dayMinutes)
  for (let day = firstDay; day <= firstDay + furthestDays; day++) {
    if (!fitsDay(cron, day)) continue
    const minute = nextMinuteOfDay(cron, day === firstDay ? from - day * dayMinutes : 0)
    if (minute !== null) return day * dayMinutes + minute
  }
  return null
}

function fitsDay(cron: Cron, day: number): boolean {
  const date = new Date(day * dayMinutes * minuteMs)
  if (!cron.months.has(date.getUTCMonth() + 1)) return false
  const isDay = cron.days.has(date.getUTCDate())
  const isWeekday = cron.weekdays.has(date.getUTCDay())
  return cron.isEitherDay ? isDay || isWeekday : isDay && isWeekday
}

function nextMinuteOfDay({ hours, minutes }: Cron, from: number): number | null {
  for (let hour = Math.floor(from / 60); hour < 24; hour++) {
    if (!hours.has(hour)) continue
    for (let minute = Math.max(0, from - hour * 60); minute < 60; minute++) {
      if (minutes.has(minute)) return hour * 60 + minute
    }
  }
  return null
}

function isRepeated(at: number, timeZone: string): boolean {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDateTime()
  return local.toZonedDateTime(timeZone, { disambiguation: 'earlier' }).epochMilliseconds < at
}

const offsetMs = (at: Temporal.ZonedDateTime) => at.offsetNanoseconds / 1_000_000

/** The reading of a wall clock, as milliseconds since it read 1970. */
const wallMs = (at: Temporal.ZonedDateTime) => at.epochMilliseconds + offsetMs(at)
