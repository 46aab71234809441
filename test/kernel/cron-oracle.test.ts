import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nextTick, parseCron } from '../../src/kernel/cron.ts'

const minuteMs = 60_000

/** The oracle's own reading of a crontab of numbers, lists, ranges and steps: for each field, which values fit. */
function readForOracle(crontab: string) {
  const parts = crontab.split(' ')
  const sets = parts.map((part, index) => {
    const found = new Set<number>()
    for (const item of part.split(',')) {
      const [range = '', step = '1'] = item.split('/')
      const [low = 0, high = low] =
        range === '*' ? [index === 2 || index === 3 ? 1 : 0, 59] : range.split('-').map(Number)
      for (let value = low; value <= high; value += Number(step)) found.add(value)
    }
    return found
  })
  const [minutes, hours, days, months, weekdays] = sets
  if (!minutes || !hours || !days || !months || !weekdays)
    throw new Error(`The oracle cannot read ${crontab}.`)
  if (weekdays.has(7) && !parts[4]?.startsWith('*')) weekdays.add(0)
  const isEither = !parts[2]?.startsWith('*') && !parts[4]?.startsWith('*')
  return {
    isEveryHour: parts[1]?.startsWith('*') ?? false,
    fits(wall: number) {
      const date = new Date(wall)
      const isDay = days.has(date.getUTCDate())
      const isWeekday = weekdays.has(date.getUTCDay())
      return (
        minutes.has(date.getUTCMinutes()) &&
        hours.has(date.getUTCHours()) &&
        months.has(date.getUTCMonth() + 1) &&
        (isEither ? isDay || isWeekday : isDay && isWeekday)
      )
    },
  }
}

/**
 * Every tick of a span, found the slow way and from another source of local time: `walls` is what Intl says that the wall
 * clock shows at each minute, from three hours before the span on.
 */
function walk(crontab: string, start: number, walls: readonly number[]): string[] {
  const { fits, isEveryHour } = readForOracle(crontab)
  const found: string[] = []
  const shown = new Set(walls.slice(0, lead))
  for (let index = lead; index < walls.length; index++) {
    const wall = walls[index] ?? 0
    let isTick = fits(wall) && (isEveryHour || !shown.has(wall))
    for (let skipped = (walls[index - 1] ?? 0) + minuteMs; skipped < wall; skipped += minuteMs)
      isTick ||= fits(skipped)
    if (isTick) found.push(new Date(start + (index - lead) * minuteMs).toISOString().slice(0, 16))
    shown.add(wall)
  }
  return found
}

/** Minutes before a span in which the oracle already watches the clock. */
const lead = 180

const formats = new Map<string, Intl.DateTimeFormat>()

/** What the wall clock of a zone shows, as milliseconds since it showed 1970. */
function wallOf(zone: string, at: number): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
  formats.set(zone, format)
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute)
}

/** Spans of hours around every change of a zone's clocks in these years, and one quiet span. */
function spansOf(zone: string, firstYear: number, lastYear: number): [number, number][] {
  const hours = (count: number) => count * 60 * minuteMs
  const spans: [number, number][] = []
  for (let at = Date.UTC(firstYear, 0, 1); at < Date.UTC(lastYear + 1, 0, 1); at += hours(24)) {
    const moved = wallOf(zone, at + hours(24)) - wallOf(zone, at) - hours(24)
    if (moved !== 0) spans.push([at - hours(6), at + hours(30)])
  }
  return [...spans, [Date.UTC(firstYear, 5, 14), Date.UTC(firstYear, 5, 15)]]
}

// ASSAY_TEST_EVERY_ZONE=1 takes every zone and the years 2024 to 2030 instead of a few.
describe('an oracle that walks minute by minute agrees', () => {
  const everything = process.env['ASSAY_TEST_EVERY_ZONE'] === '1'
  const zones = everything
    ? Intl.supportedValuesOf('timeZone')
    : [
        'UTC',
        'America/New_York',
        'Europe/Berlin',
        'Australia/Lord_Howe',
        'Africa/Casablanca',
        'Asia/Kathmandu',
        'America/St_Johns',
        'Antarctica/Troll',
      ]
  const crontabs = [
    '* * * * *',
    '*/30 * * * *',
    '17 * * * *',
    '0 */2 * * *',
    '30 */3 * * *',
    '45 1-3 * * *',
    '*/20 2 * * *',
    '30 1 * * *',
    '30 2 * * *',
    '0 0 * * *',
    '15 0,1,2,3 * * 0',
    '59 23 * * 6,7',
    '5 3 25-31 3,10 *',
    '0 2 8 3 1',
    '*/7 1,2 */2 * *',
    '30 0-23 * * *',
    '0 3 * * *',
    '1 1 1 11 *',
    '10,40 2-3 * 4,9 *',
    '0 0 31 */2 0',
  ]
  for (const zone of zones) {
    test(`in ${zone}`, () => {
      for (const [start, end] of spansOf(zone, everything ? 2024 : 2026, everything ? 2030 : 2026)) {
        const walls: number[] = []
        for (let at = start - lead * minuteMs; at < end; at += minuteMs) walls.push(wallOf(zone, at))
        for (const crontab of crontabs) {
          const cron = parseCron(crontab)
          const found: string[] = []
          let at = nextTick(cron, zone, new Date(start - 1))
          while (at && at.getTime() < end) {
            found.push(at.toISOString().slice(0, 16))
            at = nextTick(cron, zone, at)
          }
          assert.deepEqual(
            found,
            walk(crontab, start, walls),
            `${crontab} from ${new Date(start).toISOString()}`,
          )
        }
      }
    })
  }
})
