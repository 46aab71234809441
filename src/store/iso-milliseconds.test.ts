import assert from 'node:assert/strict'
import test from 'node:test'
import { isoMilliseconds } from './iso-milliseconds.ts'

const byDate = (text: string) => new Date(text.replace(' ', 'T').replace('+00', 'Z')).toISOString()

test('an instant is shown to its millisecond, whatever digits PostgreSQL writes, and never rounded up', () => {
  assert.equal(isoMilliseconds('2026-01-31 12:00:00.123456+00'), '2026-01-31T12:00:00.123Z')
  assert.equal(isoMilliseconds('2026-12-31 23:59:59.999999+00'), '2026-12-31T23:59:59.999Z')
  assert.equal(isoMilliseconds('2026-01-31 12:00:00.1+00'), '2026-01-31T12:00:00.100Z')
  assert.equal(isoMilliseconds('2026-01-31 12:00:00+00'), '2026-01-31T12:00:00.000Z')
})

test('an instant that is cut is the one that reading it as a date gives', () => {
  for (let index = 0; index < 2000; index++) {
    const at = new Date(index * 1_000_003_777).toISOString().replace('T', ' ').replace('Z', '')
    const text = `${at}${String(index % 1000).padStart(3, '0')}+00`
    assert.equal(isoMilliseconds(text), byDate(text), text)
  }
})

test('what is no instant is refused, not shown', () => {
  assert.throws(() => isoMilliseconds('infinity'), RangeError)
  assert.throws(() => isoMilliseconds('0044-03-15 12:00:00+00 BC'), RangeError)
})
