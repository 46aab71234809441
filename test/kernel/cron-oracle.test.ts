import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nextTick, parseCron } from '../../src/kernel/cron.ts'
import { groupZones, readWalls, walkTicks, type Walls } from '../harness/minute-walk.ts'
import { seeded } from '../harness/random.ts'

const minuteMs = 60_000
const hour = 60

// ASSAY_FULL=1 takes every zone, 200 crontabs and the years 2024 to 2030 instead of a few.
const isFull = process.env['ASSAY_FULL'] === '1'
const [firstYear, lastYear] = isFull ? [2024, 2030] : [2026, 2026]
const crontabCount = isFull ? 200 : 50

/** A crontab with no more ticks than this is followed from the first to the last. */
const followedWhole = isFull ? 400 : 1000
/** Moments out of the whole time after which the next tick of every crontab is looked for. */
const randomMoments = 30

const zones = isFull
  ? [...Intl.supportedValuesOf('timeZone'), 'UTC']
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

/** Crontabs that fire near changes of the clocks; the others are random. */
const chosen = [
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
  '0 2 * mar,oct sun',
  '15 1-4 * * fri-sun',
]

const random = seeded(2_026_1121)
const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
const oneOf = <Item>(items: readonly Item[]): Item => items[between(0, items.length - 1)] as Item

/** One of the forms that a field has: any, a number, a list, a range, a step, a step of a range. */
function drawField(least: number, most: number): string {
  const low = between(least, most)
  const high = between(low, most)
  const span = most - least + 1
  return oneOf([
    '*',
    '*',
    String(low),
    String(low),
    [low, between(least, most), between(least, most)].join(','),
    `${low}-${high}`,
    `*/${between(1, span)}`,
    `${low}-${high}/${between(1, Math.min(span, 12))}`,
    `${low},${high}-${most}`,
  ])
}

function drawCrontab(): string {
  const month = oneOf(['*', '*', '*', drawField(1, 12)])
  // With some months only, days that every month has: a crontab that never fires is refused.
  const day = oneOf(['*', '*', drawField(1, month === '*' ? 31 : 28)])
  // Half of them in the hours in which clocks are changed.
  const hours = oneOf([drawField(0, 23), drawField(0, 4)])
  return [drawField(0, 59), hours, day, month, oneOf(['*', '*', drawField(0, 7)])].join(' ')
}

const crontabs = new Set(chosen)
while (crontabs.size < crontabCount) crontabs.add(drawCrontab())

/** Where the first number after `after` stands in an ascending list. */
function firstAfter(ticks: readonly number[], after: number): number {
  let low = 0
  let high = ticks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ticks[middle] ?? 0) > after) high = middle
    else low = middle + 1
  }
  return low
}

/** Follows the ticks from one moment to another, both in minutes since 1970, and compares each with the oracle's. */
function follow(crontab: string, zone: string, ticks: readonly number[], from: number, until: number): void {
  const cron = parseCron(crontab)
  let place = firstAfter(ticks, from - 1)
  let at = from * minuteMs - 1
  for (;;) {
    const next = nextTick(cron, zone, new Date(at))?.getTime() ?? Infinity
    const expected = (ticks[place] ?? Infinity) * minuteMs
    if (next >= until * minuteMs && expected >= until * minuteMs) return
    if (next !== expected)
      assert.fail(`${crontab} in ${zone} after ${show(at)}: ${show(next)} instead of ${show(expected)}`)
    at = next
    place += 1
  }
}

const show = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : 'never')

function compare(zone: string, crontab: string, ticks: readonly number[], walls: Walls): void {
  const start = walls.first + walls.lead
  const end = walls.first + walls.shown.length
  if (ticks.length <= followedWhole) return follow(crontab, zone, ticks, start, end)
  for (const change of walls.changes) {
    const at = walls.first + change
    follow(crontab, zone, ticks, Math.max(start, at - 6 * hour), Math.min(end, at + 30 * hour))
  }
  for (let moment = 0; moment < randomMoments; moment++) {
    const from = between(start, end - 1)
    const next = ticks[firstAfter(ticks, from - 1)]
    if (next !== undefined) follow(crontab, zone, ticks, from, next + 1)
  }
}

describe(`an oracle that walks minute by minute through ${firstYear} to ${lastYear} agrees on ${crontabCount} crontabs`, () => {
  for (const group of groupZones(zones, firstYear, lastYear)) {
    test(`in ${group.join(', ')}`, () => {
      const walls = readWalls(group[0] ?? 'UTC', firstYear, lastYear)
      for (const crontab of crontabs) {
        const ticks = walkTicks(crontab, walls)
        for (const zone of group) compare(zone, crontab, ticks, walls)
      }
    })
  }
})
