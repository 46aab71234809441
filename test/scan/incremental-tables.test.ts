import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeEachTableStore } from '../harness/each-table-store.ts'
import { cutBy, datastoreOn } from '../harness/table-stores.ts'
import type { Source } from '../harness/working-app.ts'

describeEachTableStore(
  (type) => `an incremental scan of a table of ${type}`,
  4,
  ({ type, app, store }) => {
    /** A table of these columns and rows, whose `v` is never negative in truth, that goes by `field`. */
    const table = async (name: string, columns: string, rows: string[], field: string) => {
      await store.run([`create table ${name} (${columns})`, ...inserted(name, rows)])
      const source = await datastoreOn(app, type, store)
      await app.ended(await app.trigger(source, { type: 'sync' }))
      await app.check(source, name, { rule: 'notNegative', fields: ['v'] })
      const container_id = (await app.containers(source)).get(name) ?? assert.fail()
      await app.ask('PUT', `/api/containers/${container_id}`, { incremental_field_name: field })
      return { ...source, name, container_id }
    }
    const inserted = (name: string, rows: readonly string[]) =>
      rows.map((row) => `insert into ${name} values (${row})`)
    type Table = Source & { name: string; container_id: number }

    const read = async (source: Table, payload: object = {}): Promise<number> => {
      const { name } = source
      const run = await app.scan(source, { incremental: true, container_names: [name], ...payload })
      assert.deepEqual([run.result, run.message], ['success', null])
      return run.status.records_processed
    }
    /** The numbers of the rows that were found failing so far. */
    const found = async ({ container_id }: Table): Promise<number[]> => {
      const { body } = await app.ask('GET', `/api/anomalies?size=100&container=${container_id}`)
      const numbers: number[] = []
      for (const { id } of body.items) {
        const { body: kept } = await app.ask('GET', `/api/anomalies/${id}/source-record`)
        numbers.push(...kept.rows.map(({ record }: { record: { n: number } }) => Number(record.n)))
      }
      return numbers.sort((one, other) => one - other)
    }

    test('that is capped takes the oldest new rows, and leaves none of the others out for ever', async () => {
      const numbers = [50, 10, 40, 20, 30, 60]
      const source = await table(
        'unordered',
        'n integer, v integer',
        numbers.map((n) => `${n}, -1`),
        'n',
      )
      const capped = { max_records_analyzed_per_partition: 3 }
      assert.equal(await read(source, capped), 3)
      assert.deepEqual(await found(source), [10, 20, 30])
      await read(source, capped)
      await read(source, capped)
      assert.deepEqual(await found(source), [10, 20, 30, 40, 50, 60])
      await store.run(inserted('unordered', ['70, 1']))
      await read(source)
      assert.equal(await read(source), 0)
    })

    test('that is capped goes on below what it left out in another part of the table', async () => {
      const numbers = [10, 20, 30, 40, 50, 60, 70, 80]
      const source = await table(
        'parts',
        'n integer, part integer, v integer',
        // All of the second part is above what the cap leaves out in the first.
        numbers.map((n) => `${n}, ${n <= 50 ? 1 : 9}, -1`),
        'n',
      )
      await cutBy(app, source, 'parts', 'part')
      const first = await read(source, { max_records_analyzed_per_partition: 3 })
      assert.equal(first, 6)
      await read(source)
      assert.deepEqual(await found(source), numbers)
    })

    test('that is capped gets beyond rows of one value, of which it leaves some out', async () => {
      const source = await table('equal', 'n integer, v integer', ['1, -1', '1, -2', '1, -3', '2, -4'], 'n')
      const capped = { max_records_analyzed_per_partition: 2 }
      assert.equal(await read(source, capped), 2)
      assert.equal(await read(source, capped), 1)
      assert.equal(await read(source, capped), 0)
    })

    test('whose given start lies above all rows keeps no start below which rows may still come', async () => {
      const source = await table('early', 'n integer, v integer', ['1, 1', '2, 1'], 'n')
      assert.equal(await read(source, { greater_than_batch: 1000 }), 0)
      const { body } = await app.ask('GET', `/api/containers/${source.container_id}`)
      assert.equal(body.incremental_checkpoint, 2, 'what was there is not read, as was asked for')
      await store.run(inserted('early', ['3, 1']))
      assert.equal(await read(source), 1)
    })

    test('takes a given time in any form of it, and in its zone', async () => {
      const times = ['09:30:00', '10:30:00', '11:30:00', '12:30:00'].map((time) => `2026-01-01 ${time}`)
      const instant = type === 'mariadb' ? 'datetime' : 'timestamp'
      const source = await table(
        'times',
        `seen ${instant}, v integer`,
        times.map((at) => `'${at}', 1`),
        'seen',
      )
      for (const [greater_than_time, rows] of [
        ['2026-01-01T12:00:00Z', 1],
        ['2026-01-01T12:00:00.000Z', 1],
        ['2026-01-01 12:00', 1],
        ['2026-01-01T12:00:00+02:00', 3],
        ['2026-01-01T08:00:00-02:00', 3],
        ['2026-01-01', 4],
      ] as const)
        assert.equal(await read(source, { greater_than_time }), rows, greater_than_time)
      assert.equal(await read(source), 0)
    })
  },
)
