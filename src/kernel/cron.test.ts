import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ServiceError } from './errors.ts'
import { newestTick, nextTick, parseCron, parseTimeZone } from './cron.ts'

/** The next ticks after an instant, as instants in ISO 8601 without seconds. */
function ticks(crontab: string, zone: string, after: string, count: number): string[] {
  const cron = parseCron(crontab)
  const found: string[] = []
  let at: Date | null = new Date(after)
  while (found.length < count && at !== null) {
    at = nextTick(cron, zone, at)
    if (at) found.push(at.toISOString().slice(0, 16))
  }
  return found
}

describe('the grammar of a crontab', () => {
  for (const crontab of [
    '* * * * *',
    '*/15 0-6,22 1,15 * mon-fri',
    '0 0 29 2 *',
    '  5\t4 * JAN-Mar/2 7 ',
    '0 0 * * fri-sun',
    '*/60 */24 */31 */12 */7',
    '0 0 31 2 1',
  ]) {
    test(`"${crontab}" is taken`, () => void parseCron(crontab))
  }

  for (const crontab of [
    '',
    '* * * *',
    '* * * * * *',
    '@daily',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * 32 * *',
    '* * * 13 *',
    '* * * 0 *',
    '* * * * 8',
    '-1 * * * *',
    '*/0 * * * *',
    '*/61 * * * *',
    '5/10 * * * *',
    '10-5 * * * *',
    '0 22-2 * * *',
    '1,,2 * * * *',
    ', * * * *',
    '1- * * * *',
    '0 0 L * *',
    '0 0 ? * *',
    '0 0 1W * *',
    '0 0 * * 5#2',
    'H * * * *',
    'jan * * * *',
    '0 0 * mon *',
    '0 0 * january *',
    '1.5 * * * *',
    '* * * * *;',
    '0 0 30 2 *',
    '0 0 31 4,6,9,11 *',
    '0 0 31 2 */2',
  ]) {
    test(`"${crontab}" is refused, with a sentence about the crontab`, () => {
      assert.throws(
        () => parseCron(crontab),
        (error) => error instanceof ServiceError && error.violations?.[0]?.loc.join('.') === 'body.crontab',
      )
    })
  }

  test('names of time zones are put into their usual spelling, and offsets are refused', () => {
    assert.equal(parseTimeZone('europe/BERLIN'), 'Europe/Berlin')
    assert.equal(parseTimeZone('UTC'), 'UTC')
    for (const name of ['', '+05:00', 'Mars/Olympus', 'GMT+5', 'Z', 'Europe']) {
      assert.throws(() => parseTimeZone(name), ServiceError, name)
    }
  })

  test('a range ends with the Sunday of its week, and one from Sunday to Sunday is that day', () => {
    assert.deepEqual([...parseCron('0 0 * * fri-sun').weekdays].sort(), [0, 5, 6])
    assert.deepEqual([...parseCron('0 0 * * sun-sun').weekdays], [0])
  })
})

describe('the next tick', () => {
  test('is after the instant that is given, never at it', () => {
    assert.deepEqual(ticks('0 12 * * *', 'UTC', '2026-03-01T12:00:00Z', 1), ['2026-03-02T12:00'])
    assert.deepEqual(ticks('0 12 * * *', 'UTC', '2026-03-01T11:59:59.999Z', 1), ['2026-03-01T12:00'])
  })

  test('a day of the month and one of the week that are both given are alternatives', () => {
    assert.deepEqual(ticks('0 0 13 * 5', 'UTC', '2026-03-01T00:00:00Z', 4), [
      '2026-03-06T00:00',
      '2026-03-13T00:00',
      '2026-03-20T00:00',
      '2026-03-27T00:00',
    ])
    assert.deepEqual(ticks('0 0 */2 * 1', 'UTC', '2026-03-01T00:00:00Z', 2), [
      '2026-03-09T00:00',
      '2026-03-23T00:00',
    ])
  })

  test('29 February comes every four years, over 2100 after eight, on a Sunday even later', () => {
    assert.deepEqual(ticks('0 0 29 2 *', 'UTC', '2095-01-01T00:00:00Z', 2), [
      '2096-02-29T00:00',
      '2104-02-29T00:00',
    ])
    assert.deepEqual(ticks('0 0 29 2 */7', 'UTC', '2072-01-01T00:00:00Z', 2), [
      '2088-02-29T00:00',
      '2128-02-29T00:00',
    ])
  })

  test('local times that are skipped fire once, right after the gap', () => {
    const eve = '2026-03-08T05:30:00Z'
    assert.deepEqual(ticks('30 2 * * *', 'America/New_York', eve, 2), [
      '2026-03-08T07:00',
      '2026-03-09T06:30',
    ])
    assert.deepEqual(ticks('*/20 2 * * *', 'America/New_York', eve, 2), [
      '2026-03-08T07:00',
      '2026-03-09T06:00',
    ])
    assert.deepEqual(ticks('0 2,3 * * *', 'America/New_York', eve, 2), [
      '2026-03-08T07:00',
      '2026-03-09T06:00',
    ])
    assert.deepEqual(ticks('*/30 * * * *', 'America/New_York', '2026-03-08T06:00:00Z', 3), [
      '2026-03-08T06:30',
      '2026-03-08T07:00',
      '2026-03-08T07:30',
    ])
    assert.deepEqual(ticks('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T14:00:00Z', 1), [
      '2026-10-03T15:30',
    ])
  })

  test('a repeated local time fires once for a fixed hour, and each time for every hour', () => {
    const eve = '2026-11-01T04:30:00Z'
    assert.deepEqual(ticks('30 1 * * *', 'America/New_York', eve, 2), [
      '2026-11-01T05:30',
      '2026-11-02T06:30',
    ])
    assert.deepEqual(ticks('30 * * * *', 'America/New_York', eve, 3), [
      '2026-11-01T05:30',
      '2026-11-01T06:30',
      '2026-11-01T07:30',
    ])
  })

  test('a gap that ends just after the given instant still fires', () => {
    assert.deepEqual(ticks('30 2 * * *', 'America/New_York', '2026-03-08T06:59:59.999Z', 1), [
      '2026-03-08T07:00',
    ])
    assert.deepEqual(ticks('30 2 * * *', 'America/New_York', '2026-03-08T07:00:00Z', 1), ['2026-03-09T06:30'])
  })
})

describe('the newest tick', () => {
  test('is the last one up to now, whatever lies between', () => {
    const cron = parseCron('*/10 0-5 1 * *')
    const newest = (due: string, now: string) =>
      newestTick(cron, 'UTC', new Date(due), new Date(now)).toISOString().slice(0, 16)
    assert.equal(newest('2026-01-01T00:00:00Z', '2026-01-01T00:09:59Z'), '2026-01-01T00:00')
    assert.equal(newest('2026-01-01T00:00:00Z', '2026-01-01T00:10:00Z'), '2026-01-01T00:10')
    assert.equal(newest('2026-01-01T00:00:00Z', '2030-07-15T12:00:00Z'), '2030-07-01T05:50')
  })
})
