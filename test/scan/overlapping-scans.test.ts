import assert from 'node:assert/strict'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeCheck } from '../harness/factories.ts'
import { assertRunInvariants } from '../harness/run-invariants.ts'
import { describeRuns, finish, scanned } from '../harness/runs.ts'
import type { Source } from '../harness/working-app.ts'

/** Rows with these prices, and the ids 1, 2, … */
const priced = (...prices: number[]): string =>
  `id,price\n${prices.map((price, index) => `${index + 1},${price}\n`).join('')}`
const unreadable = 'id,price\n1,1,3\n'

describeRuns(
  'an anomaly that two scans of a container found, of which one began before and ended after the other',
  (app) => {
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
    const read = async (path: string): Promise<any> => {
      const { status, body } = await app.ask('GET', `/api${path}`)
      assert.equal(status, 200, path)
      return body
    }

    /** A container of the two files with a check that no price is negative; a row is known by its id. */
    const days = async (first: string, second: string): Promise<Source> => {
      const source = await app.source({ 'day_1.csv': first, 'day_2.csv': priced(1) })
      const container = (await app.containers(source)).get('day_*.csv') ?? 0
      await app.check(source, 'day_*.csv', { rule: 'notNegative', fields: ['price'] })
      const named = await app.ask('PUT', `/api/containers/${container}`, { key_fields: ['id'] })
      assert.equal(named.status, 200)
      source.write({ 'day_2.csv': second })
      return source
    }

    /** What is said of each anomaly of the source, the smallest negative number first. */
    const told = async ({ datastore_id: datastore }: Source) => {
      const { items } = await read(`/anomalies?datastore=${datastore}`)
      const all = []
      for (const { id, message, anomalous_records_count: count, container_scan_id: scan } of items) {
        const { source_record } = await read(`/anomalies/${id}/source-record`)
        const prices = JSON.parse(source_record).map((row: { price: number }) => row.price)
        all.push({ message, count, prices, scan })
      }
      return all.sort((one, other) => other.prices[0] - one.prices[0])
    }

    /** The ids of the anomalies that a container scan lists. */
    const listed = async (scan: number): Promise<number[]> =>
      (await read(`/container-scans/${scan}/anomalies`)).items.map(({ id }: { id: number }) => id).sort()

    const resume = async (run: number) => {
      assert.equal((await app.ask('PUT', `/api/operations/run/${run}`)).status, 200)
      await finish(app)
      return app.ended(run)
    }
    const rolledUp = { high_count_rollup_threshold: 1 }

    test('has the count, message and sample of the one that began last', async () => {
      const source = await days(priced(-1, -2), unreadable)
      const first = await scanned(app, source, rolledUp)
      source.write({ 'day_1.csv': priced(-11, -12, -13), 'day_2.csv': priced(-14, -15) })
      const second = await scanned(app, source, rolledUp)
      const said = await told(source)
      assert.deepEqual(
        said.map(({ count, prices }) => ({ count, prices })),
        [{ count: 5, prices: [-11, -12, -13, -14, -15] }],
      )
      source.write({ 'day_2.csv': priced(-6, -7, -8) })
      const resumed = await resume(first.id)
      assert.deepEqual([first.result, second.result, resumed.result], ['failure', 'success', 'success'])
      assert.deepEqual(await told(source), said)
      assert.equal(resumed.container_scans[0].anomaly_count, 1)
      const [own, other] = [resumed, second].map(({ container_scans }) => container_scans[0].id)
      assert.deepEqual(await listed(own), await listed(other), 'it is listed under both')
      await assertRunInvariants(app)
    })

    test('has the row of the one that began last; what the other one found alone stays', async () => {
      const source = await days(priced(1), unreadable)
      const first = await scanned(app, source)
      source.write({ 'day_2.csv': priced(-1, 2, -3) })
      await scanned(app, source)
      const said = await told(source)
      assert.deepEqual(
        said.map(({ prices }) => prices),
        [[-1], [-3]],
      )
      source.write({ 'day_2.csv': priced(-11, -12, 3) })
      const resumed = await resume(first.id)
      const alone = {
        message: 'The `price` value of `-12` is negative.',
        count: 1,
        prices: [-12],
        scan: resumed.container_scans[0].id,
      }
      assert.deepEqual(await told(source), [...said, alone])
      for (const id of await listed(resumed.container_scans[0].id)) {
        const { items } = await read(`/anomalies/${id}/history`)
        assert.equal(
          items.some((change: { former_record?: unknown }) => change.former_record),
          false,
        )
      }
      assert.equal(resumed.container_scans[0].anomaly_count, 2)
      assert.equal((await listed(resumed.container_scans[0].id)).length, 2)
      await assertRunInvariants(app)
    })

    test('is the same one when only the end of the other finds its row, as it is by then', async () => {
      const source = await days(priced(-1), unreadable)
      const container = (await app.containers(source)).get('day_*.csv') ?? 0
      const properties = { comparison: 'Absolute Value', min: 0, max: 1000 }
      await makeCheck(app, container, { rule: 'metric', fields: ['price'], filter: 'price < 0', properties })
      const first = await scanned(app, source)
      source.write({ 'day_1.csv': priced(-11), 'day_2.csv': priced(1) })
      await scanned(app, source)
      const said = await told(source)
      assert.deepEqual(
        said.map(({ prices }) => prices),
        [[-11]],
      )
      source.write({ 'day_1.csv': priced(-21) })
      const resumed = await resume(first.id)
      assert.deepEqual([resumed.result, resumed.message], ['success', null])
      assert.deepEqual(await told(source), said)
      await assertRunInvariants(app)
    })

    for (const { found, counts } of [
      { found: [-11, -12], counts: [3, 7] },
      { found: [-11, -12, -13, -14, -15, -16, -17, -18, -19], counts: [9, 9] },
    ])
      test(`keeps the greater count when the one that began last read only new rows, and found ${found.length}`, async () => {
        const source = await days(priced(-1, -2, -3), unreadable)
        const first = await scanned(app, source, rolledUp)
        source.write({ 'day_2.csv': priced(-4, -5, -6, -7), 'day_3.csv': priced(...found) })
        for (const name of ['day_1.csv', 'day_2.csv'])
          utimesSync(join(source.folder, name), new Date('2026-01-01'), new Date('2026-01-01'))
        await scanned(app, source, {
          ...rolledUp,
          incremental: true,
          greater_than_time: '2026-02-01T00:00:00Z',
        })
        const before = (await told(source)).map(({ count }) => count)
        const resumed = await resume(first.id)
        const after = (await told(source)).map(({ count, prices }) => [count, prices.length])
        const [then, last] = counts
        assert.deepEqual([resumed.result, before, after], ['success', [then], [[last, last]]])
        await assertRunInvariants(app)
      })
  },
)
