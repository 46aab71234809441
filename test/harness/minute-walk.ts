const minuteMs = 60_000
const dayMinutes = 1440

/** Minutes before the first year in which the oracle already watches the clock. */
const lead = 2 * dayMinutes

/** The reading of a zone's wall clock at every minute of some years, by Intl and without Temporal. */
export interface Walls {
  /** The instant of index 0, minutes since 1970. */
  first: number
  /** Where the years begin; before it stands what the clock showed shortly before. */
  lead: number
  /** By index: minutes since the wall clock showed 1970. */
  shown: Int32Array
  /** By index: the day that the wall clock shows, counted from the one before the first, and the minute of that day. */
  days: Uint16Array
  minutes: Uint16Array
  /** By index: 1 where the wall clock shows what it showed before. */
  repeated: Uint8Array
  /** Indexes at which the clock does not show one minute more than a minute ago. */
  changes: number[]
}

/** Reads the clock every quarter of an hour, and every minute of a quarter in which it was moved. */
export function readWalls(zone: string, firstYear: number, lastYear: number): Walls {
  const wallOf = wallClock(zone)
  const first = Date.UTC(firstYear, 0, 1) / minuteMs - lead
  const count = Date.UTC(lastYear + 1, 0, 1) / minuteMs - first
  const shown = new Int32Array(count)
  const step = 15
  let start = wallOf(first)
  for (let index = 0; index < count; index += step) {
    const end = wallOf(first + index + step)
    for (let minute = 0; minute < step; minute++)
      shown[index + minute] = end === start + step ? start + minute : wallOf(first + index + minute)
    start = end
  }
  const firstDay = dayBefore(shown)
  const days = new Uint16Array(count)
  const minutes = new Uint16Array(count)
  const seen = new Uint8Array(count + 2 * dayMinutes)
  const repeated = new Uint8Array(count)
  const changes: number[] = []
  for (let index = 0; index < count; index++) {
    const wall = shown[index] ?? 0
    days[index] = Math.floor(wall / dayMinutes) - firstDay
    minutes[index] = wall % dayMinutes
    const place = wall - first + dayMinutes
    repeated[index] = seen[place] ?? 0
    seen[place] = 1
    if (index > lead && wall !== (shown[index - 1] ?? 0) + 1) changes.push(index)
  }
  return { first, lead, shown, days, minutes, repeated, changes }
}

const dayBefore = (shown: Int32Array) => Math.floor((shown[0] ?? 0) / dayMinutes) - 1

/** Zones in groups whose clocks show the same at every full hour of the years; those of a group can share their walls. */
export function groupZones(zones: readonly string[], firstYear: number, lastYear: number): string[][] {
  const groups = Map.groupBy(zones, (zone) => {
    const wallOf = wallClock(zone)
    let offset = 0
    let table = ''
    for (let at = Date.UTC(firstYear, 0, 1); at < Date.UTC(lastYear + 1, 0, 1); at += 60 * minuteMs) {
      const ahead = wallOf(at / minuteMs) - at / minuteMs
      if (ahead !== offset) table += ` ${at} ${ahead}`
      offset = ahead
    }
    return table
  })
  return [...groups.values()]
}

/** Every tick of a crontab, minute by minute, as minutes since 1970. */
export function walkTicks(crontab: string, walls: Walls): number[] {
  const { first, lead, shown, days, minutes, repeated, changes } = walls
  const firstDay = dayBefore(shown)
  const { isEveryHour, dayFits, minuteFits } = readForOracle(crontab, firstDay)
  const fits = (wall: number) =>
    minuteFits[wall % dayMinutes] === 1 && dayFits[Math.floor(wall / dayMinutes) - firstDay] === 1
  // Where the clock skips minutes of which one fits, it is due at once.
  const late = new Set(
    changes.filter((index) => {
      for (let skipped = (shown[index - 1] ?? 0) + 1; skipped < (shown[index] ?? 0); skipped++)
        if (fits(skipped)) return true
      return false
    }),
  )
  const found: number[] = []
  for (let index = lead; index < shown.length; index++) {
    const isFit = minuteFits[minutes[index] ?? 0] === 1 && dayFits[days[index] ?? 0] === 1
    if ((isFit && (isEveryHour || repeated[index] === 0)) || (late.size > 0 && late.has(index)))
      found.push(first + index)
  }
  return found
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** The oracle's own reading of a crontab: which days fit, from `firstDay` on for ten years, and which minutes of a day. */
function readForOracle(crontab: string, firstDay: number) {
  const parts = crontab.split(' ')
  const [minutes, hours, days, months, weekdays] = parts.map(readFieldForOracle)
  if (!minutes || !hours || !days || !months || !weekdays)
    throw new Error(`The oracle cannot read ${crontab}.`)
  if (weekdays.has(7) && !parts[4]?.startsWith('*')) weekdays.add(0)
  const isEither = !parts[2]?.startsWith('*') && !parts[4]?.startsWith('*')
  const dayFits = Uint8Array.from({ length: 3660 }, (_, index) => {
    const date = new Date((firstDay + index) * dayMinutes * minuteMs)
    const isDay = days.has(date.getUTCDate())
    const isWeekday = weekdays.has(date.getUTCDay())
    const isFit = isEither ? isDay || isWeekday : isDay && isWeekday
    return isFit && months.has(date.getUTCMonth() + 1) ? 1 : 0
  })
  const minuteFits = Uint8Array.from({ length: dayMinutes }, (_, minute) =>
    hours.has(Math.floor(minute / 60)) && minutes.has(minute % 60) ? 1 : 0,
  )
  return { isEveryHour: parts[1]?.startsWith('*') ?? false, dayFits, minuteFits }
}

function readFieldForOracle(part: string, index: number): Set<number> {
  const number = (word: string) => {
    const named = (index === 3 ? monthNames : weekdayNames).indexOf(word)
    return named < 0 ? Number(word) : named + (index === 3 ? 1 : 0)
  }
  const found = new Set<number>()
  for (const item of part.split(',')) {
    const [range = '', step = '1'] = item.split('/')
    const [low = 0, high = low] =
      range === '*' ? [index === 2 || index === 3 ? 1 : 0, 59] : range.split('-').map(number)
    // The week may end with its Sunday: `fri-sun`.
    const last = range.endsWith('-sun') ? 7 : high
    for (let value = low; value <= last; value += Number(step)) found.add(value)
  }
  return found
}

function wallClock(zone: string): (minute: number) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  return (minute) => {
    const [month = 0, day = 0, year = 0, hour = 0, minutes = 0] =
      format
        .format(minute * minuteMs)
        .match(/\d+/g)
        ?.map(Number) ?? []
    return Date.UTC(year, month - 1, day, hour, minutes) / minuteMs
  }
}
