import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { csv, startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

describe('a time with a zone in a text file, in a field that had the type at the last sync', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp()
  })
  after(() => app.close())

  const sound = '2024-01-01T00:00:00Z'
  const forms: [name: string, of: (seen: string) => string][] = [
    ['a.csv', (seen) => csv(['id', 'seen'], [[1, seen]])],
    ['a.json', (seen) => JSON.stringify([{ id: 1, seen }])],
  ]
  for (const [name, of] of forms) {
    test(`fails the container of ${name} where it is none, and is named`, async () => {
      for (const seen of ['soon', '2024-02-30T00:00:00Z', '2024-01-01T25:00:00Z']) {
        const source = await app.source({ [name]: of(sound) })
        await app.check(source, name, { rule: 'notNull', fields: ['seen'] })
        source.write({ [name]: of(seen) })
        const scan = await app.scan(source)
        assert.equal(scan.result, 'failure', seen)
        assert.match(scan.message, /which does not fit the type TIMESTAMP WITH TIME ZONE/)
        assert.ok(scan.message.includes(`"${seen}"`), scan.message)
      }
    })
  }

  test('that is in no other fails the container where it has an offset, and passes where it is one of UTC', async () => {
    for (const [seen, result] of [
      ['2024-01-01 00:00:00+02', 'failure'],
      ['2024-01-01T00:00:00.5-05:30', 'failure'],
      ['2024-01-01T00:00:00Z', 'success'],
      ['2024-01-01T00:00:00+00:00', 'success'],
      ['2024-01-01 00:00:00', 'success'],
      ['2024-01-01', 'success'],
    ] as const) {
      const source = await app.source({ 'c.csv': csv(['id', 'seen'], [[1, '2024-01-01 12:00:00']]) })
      await app.check(source, 'c.csv', {
        rule: 'betweenTimes',
        fields: ['seen'],
        properties: { min_time: '2024-01-01T00:00:00Z', max_time: '2024-01-01T00:00:01Z' },
      })
      source.write({ 'c.csv': csv(['id', 'seen'], [[1, seen]]) })
      const scan = await app.scan(source)
      assert.equal(scan.result, result, `${seen}: ${scan.message}`)
      if (result === 'failure')
        assert.ok(scan.message.includes(`"${seen}", which does not fit`), scan.message)
      else assert.equal(scan.status.anomalies_identified, 0, seen)
    }
  })

  test('is one of UTC where it has no zone, and NULL where the cell is empty', async () => {
    const source = await app.source({ 'b.csv': csv(['id', 'seen'], [[1, sound]]) })
    await app.check(source, 'b.csv', { rule: 'notNull', fields: ['seen'] })
    await app.check(source, 'b.csv', {
      rule: 'betweenTimes',
      fields: ['seen'],
      properties: { min_time: '2024-01-01T00:00:00Z', max_time: '2024-01-02T00:00:00Z' },
    })
    const rows = [
      [1, '2024-01-01 01:00:00'],
      [2, '2024-01-01T01:00:00+02:00'],
      [3, '2024-01-02'],
      [4, ''],
    ]
    source.write({ 'b.csv': csv(['id', 'seen'], rows) })
    const scan = await app.scan(source)
    assert.deepEqual([scan.result, scan.message, scan.status.anomalies_identified], ['success', null, 2])
  })
})
