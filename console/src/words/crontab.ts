/** The numbers that a field can have, and the names of those that have one; of weekdays 7 is Sunday too. */
interface Field {
  least: number
  most: number
  names: readonly string[]
}

const monthNames =
  'January February March April May June July August September October November December'.split(' ')
const weekdayNames = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

const fields: readonly Field[] = [
  { least: 0, most: 59, names: [] },
  { least: 0, most: 23, names: [] },
  { least: 1, most: 31, names: [] },
  { least: 1, most: 12, names: monthNames },
  { least: 0, most: 7, names: weekdayNames },
]

/** As many times of a day are told one by one. */
const fewTimes = 6

/** When a crontab fires, such as “every weekday at 06:00”; null where it cannot be read, or would be longer in words than it is worth. */
export function whenOfCrontab(crontab: string): string | null {
  const texts = crontab.trim().split(/\s+/)
  if (texts.length !== fields.length) return null
  const sets = fields.map((field, place) => numbersOf(field, texts[place] ?? ''))
  const [minutes, hours, days, months] = sets
  const weekdays = sets[4] && [...new Set(sets[4].map((one) => one % 7))].toSorted((a, b) => a - b)
  if (!minutes || !hours || !days || !months || !weekdays) return null
  const time = timeOf(minutes, hours)
  const day = dayOf(days, weekdays, months, texts)
  if (time === null || day === null) return null
  if (day === 'every day' && !time.startsWith('at ')) return time
  return time.startsWith('at ') ? `${day} ${time}` : `${time}, ${day}`
}

/** The numbers that a field names, in order; null: it cannot be read. */
function numbersOf({ least, most, names }: Field, text: string): number[] | null {
  const all = new Set<number>()
  for (const part of text.split(',')) {
    const [, star, first = '', last, step] = /^(?:(\*)|(\w+)(?:-(\w+))?)(?:\/(\d+))?$/.exec(part) ?? []
    const from = star === undefined ? numberOf(first, names, least) : least
    const to = star === undefined ? (last === undefined ? from : numberOf(last, names, least)) : most
    // The week may end with its Sunday.
    const end = to === 0 && from > 0 && last !== undefined ? most : to
    const by = step === undefined ? 1 : Number(step)
    const isStepOfRange = step === undefined || star !== undefined || last !== undefined
    if (!(from >= least && from <= end && end <= most && by > 0 && isStepOfRange)) return null
    for (let one = from; one <= end; one += by) all.add(one)
  }
  return [...all].toSorted((a, b) => a - b)
}

function numberOf(text: string, names: readonly string[], least: number): number {
  const place = names.findIndex((name) => name.slice(0, 3).toLowerCase() === text.toLowerCase())
  return place === -1 ? (/^\d+$/.test(text) ? Number(text) : Number.NaN) : place + least
}

function timeOf(minutes: readonly number[], hours: readonly number[]): string | null {
  const everyMinutes = stepOf(minutes, 60)
  const everyHours = stepOf(hours, 24)
  const [minute = 0] = minutes
  const [first = 0] = hours
  const last = hours.at(-1) ?? first
  if (hours.length === 24) {
    if (everyMinutes !== null) return everyMinutes === 1 ? 'every minute' : `every ${everyMinutes} minutes`
    if (minutes.length === 1) return minute === 0 ? 'every hour' : `every hour at minute ${minute}`
    return minutes.length > fewTimes ? null : `every hour at the minutes ${listed(minutes.map(String))}`
  }
  if (minutes.length * hours.length <= fewTimes)
    return `at ${listed(hours.flatMap((hour) => minutes.map((one) => clock(hour, one))))}`
  if (minutes.length === 1 && everyHours !== null)
    return `every ${everyHours} hours${minute === 0 ? '' : ` at minute ${minute}`}`
  if (last - first + 1 !== hours.length) return null
  if (everyMinutes !== null) {
    const every = everyMinutes === 1 ? 'every minute' : `every ${everyMinutes} minutes`
    return `${every} from ${clock(first, 0)} to ${clock(last, 60 - everyMinutes)}`
  }
  return minutes.length === 1 ? `every hour from ${clock(first, minute)} to ${clock(last, minute)}` : null
}

/** The step of numbers from 0 that divides the whole; null: they are no such numbers. */
function stepOf(numbers: readonly number[], whole: number): number | null {
  const step = whole / numbers.length
  return numbers.length > 1 && numbers.every((one, place) => one === place * step) ? step : null
}

function clock(hour: number, minute: number): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

function dayOf(
  days: readonly number[],
  weekdays: readonly number[],
  months: readonly number[],
  [, , dayText = '', , weekdayText = '']: readonly string[],
): string | null {
  const monthWords = listed(months.map((one) => monthNames[one - 1] ?? ''))
  const inMonths = months.length === 12 ? '' : ` in ${monthWords}`
  const ofMonth = `on the ${listed(days.map(ordinal))} of ${inMonths === '' ? 'every month' : monthWords}`
  const ofWeek = `every ${weekdaysOf(weekdays)}${inMonths}`
  const [isAnyDay, isAnyWeekday] = [days.length === 31, weekdays.length === 7]
  // Where neither begins with a star, one of both is enough.
  const isEither = !dayText.startsWith('*') && !weekdayText.startsWith('*')
  if (isEither ? isAnyDay || isAnyWeekday : isAnyDay && isAnyWeekday) return `every day${inMonths}`
  if (isAnyDay) return ofWeek
  if (days.length > fewTimes) return null
  if (isAnyWeekday) return ofMonth
  return isEither ? `${ofMonth}, and ${ofWeek},` : null
}

function weekdaysOf(weekdays: readonly number[]): string {
  return weekdays.join() === '1,2,3,4,5'
    ? 'weekday'
    : listed(mondayFirst(weekdays).map((one) => weekdayNames[one] ?? ''))
}

function mondayFirst(weekdays: readonly number[]): number[] {
  return weekdays.toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
}

function ordinal(day: number): string {
  const ending = ['st', 'nd', 'rd'][(day % 10) - 1]
  return `${day}${ending === undefined || (day > 10 && day < 14) ? 'th' : ending}`
}

const joined = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const listed = (words: readonly string[]) => joined.format(words)
