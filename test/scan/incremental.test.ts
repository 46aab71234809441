import assert from 'node:assert/strict'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { anomaliesOf } from '../harness/findings.ts'
import type { Body } from '../harness/scan-rounds.ts'
import { datastoreOn, tableStores } from '../harness/table-stores.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

describe('an incremental scan', () => {
  let service: WorkingApp
  const { TZ: zone } = process.env
  before(async () => {
    // A machine in another zone than UTC, so that a time which is read as local time shows.
    process.env['TZ'] = 'America/New_York'
    service = await startWorkingApp()
  })
  after(async () => {
    await service.close()
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })

  /** Sets a distinct modification time, because writes of one test may have the same millisecond. */
  const modified = (source: Source, name: string, time: string) =>
    utimesSync(join(source.folder, name), new Date(time), new Date(time))

  /** The partitions that the only container scan of a run read. */
  const partitionsOf = async (run: Body): Promise<{ id: number | null; name: string }[]> => {
    const { body } = await service.ask('GET', `/api/container-scans/${run.container_scans[0].id}`)
    return body.partition_scans.map(({ partition }: Body) => partition)
  }

  test('of files reads those that changed since the last one that succeeded', async () => {
    const source = await service.source({ 'days_1.csv': csv(['v'], [[1]]), 'days_2.csv': csv(['v'], [[-2]]) })
    modified(source, 'days_1.csv', '2026-01-01T00:00:00Z')
    modified(source, 'days_2.csv', '2026-01-02T00:00:00Z')
    await service.check(source, 'days_*.csv', { rule: 'notNegative', fields: ['v'] })

    const first = await service.scan(source, { incremental: true })
    assert.equal(first.auto_resolve_passed_anomalies, false)
    assert.deepEqual([first.status.records_processed, first.status.anomalies_identified], [2, 1])
    const second = await service.scan(source, { incremental: true })
    assert.deepEqual(
      [second.result, second.status.records_processed, second.status.partitions_scanned],
      ['success', 0, 0],
    )

    source.write({ 'days_3.csv': csv(['v'], [[-3], [-4]]) })
    modified(source, 'days_3.csv', '2026-01-03T00:00:00Z')
    const third = await service.scan(source, { incremental: true })
    assert.deepEqual([third.status.records_processed, third.status.anomalies_identified], [2, 2])
    const [came] = await partitionsOf(third)
    assert.equal(came?.name, 'days_3.csv')
    assert.ok(Number.isInteger(came.id), 'a file that came since the last sync has an id like the others')
    const since = await service.scan(source, { incremental: true, greater_than_time: '2026-01-01T12:00:00Z' })
    assert.equal(since.status.records_processed, 3, 'a given start goes before the stored one')
    const zoneless = await service.scan(source, { incremental: true, greater_than_time: '2026-01-01 23:00' })
    assert.equal(zoneless.status.records_processed, 3, 'a time without a zone is UTC')
    const full = await service.scan(source)
    assert.equal(full.status.records_processed, 4)
    assert.deepEqual((await partitionsOf(full)).at(-1), came)
  })

  test('of the only file of a pattern knows the one that took its place', async () => {
    const source = await service.source({ 'only_1.csv': csv(['v'], [[1]]), 'only_2.csv': csv(['v'], [[2]]) })
    await service.check(source, 'only_*.csv', { rule: 'notNegative', fields: ['v'] })
    for (const name of ['only_1.csv', 'only_2.csv']) source.remove(name)
    source.write({ 'only_3.csv': csv(['v'], [[3]]) })
    for (const incremental of [false, true]) {
      const [read] = await partitionsOf(await service.scan(source, { incremental }))
      assert.deepEqual([read?.name, typeof read?.id], ['only_3.csv', 'number'])
    }
  })

  test('leaves an open anomaly of many rows as the full scan counted it, until it finds more', async () => {
    const bad = (from: number, count: number) =>
      csv(
        ['id', 'v'],
        Array.from({ length: count }, (_, row) => [from + row, -1]),
      )
    const source = await service.source({ 'days_1.csv': bad(0, 20), 'days_2.csv': bad(100, 20) })
    modified(source, 'days_1.csv', '2026-01-01T00:00:00Z')
    modified(source, 'days_2.csv', '2026-01-02T00:00:00Z')
    await service.check(source, 'days_*.csv', { rule: 'notNegative', fields: ['v'] })
    await service.scan(source, { incremental: true })
    const [full, ...others] = await anomaliesOf(service, `&datastore=${source.datastore_id}`)
    assert.deepEqual([full?.type, full?.count, others.length], ['shape', 40, 0])

    source.write({ 'days_3.csv': bad(200, 12), 'days_4.csv': bad(300, 13) })
    modified(source, 'days_3.csv', '2026-01-03T00:00:00Z')
    modified(source, 'days_4.csv', '2026-01-03T00:00:00Z')
    const few = await service.scan(source, { incremental: true })
    assert.deepEqual([few.status.records_processed, few.status.anomalies_identified], [25, 1])
    const filter = `&container_scan=${few.container_scans[0].id}`
    assert.deepEqual(await anomaliesOf(service, filter), [full], 'it is listed under the scan, as it was')

    source.write({ 'days_5.csv': bad(400, 25), 'days_6.csv': bad(500, 26) })
    modified(source, 'days_5.csv', '2026-01-04T00:00:00Z')
    modified(source, 'days_6.csv', '2026-01-04T00:00:00Z')
    await service.scan(source, { incremental: true })
    const [more] = await anomaliesOf(service, `&datastore=${source.datastore_id}`)
    assert.deepEqual([more?.count, more?.fingerprint], [51, full?.fingerprint])
    assert.equal(more?.message, 'In `v`, 51 records of several partitions are negative.')
    await service.scan(source)
    const [whole] = await anomaliesOf(service, `&datastore=${source.datastore_id}`)
    assert.deepEqual([whole?.count, whole?.records.length], [116, 10])
  })

  test('by a field reads the rows above the greatest value of the last one, and judges totals over those alone', async () => {
    const source = await service.source({
      'orders.csv': csv(
        ['id', 'price'],
        [
          [1, 10],
          [2, -1],
        ],
      ),
    })
    const containers = await service.containers(source)
    const id = containers.get('orders.csv') ?? assert.fail('the file is a container')
    await service.check(source, 'orders.csv', { rule: 'notNegative', fields: ['price'] })
    await service.check(source, 'orders.csv', { rule: 'sum', fields: ['price'], properties: { value: 9 } })
    const set = await service.ask('PUT', `/containers/${id}`, {
      container_type: 'file',
      incremental_field_name: 'id',
      incremental_identifier_type: 'batch-value',
    })
    assert.equal(set.status, 200)

    const first = await service.scan(source, { incremental: true })
    assert.deepEqual([first.status.records_processed, first.status.anomalies_identified], [2, 1])
    assert.equal((await service.ask('GET', `/containers/${id}`)).body.incremental_checkpoint, 2)
    source.write({
      'orders.csv': csv(
        ['id', 'price'],
        [
          [1, 10],
          [2, -1],
          [10, 4],
          [9, 5],
        ],
      ),
    })
    const second = await service.scan(source, { incremental: true })
    assert.deepEqual([second.status.records_processed, second.status.anomalies_identified], [2, 0])
    const third = await service.scan(source, { incremental: true })
    assert.equal(third.status.records_processed, 0, '10 is above 9 as a number')
    const given = await service.scan(source, { incremental: true, greater_than_batch: 1 })
    assert.equal(given.status.records_processed, 3)
  })

  test('by a time keeps its microseconds, shows where the next one starts, and takes them as a start', async () => {
    const times = ['2026-01-03T00:00:00.123455', '2026-01-03T00:00:00.123456', '2026-01-03T00:00:00.123457']
    const source = await service.source({
      'events.csv': csv(
        ['at', 'v'],
        times.map((at) => [at, -1]),
      ),
    })
    const id = (await service.containers(source)).get('events.csv')
    await service.check(source, 'events.csv', { rule: 'notNegative', fields: ['v'] })
    await service.ask('PUT', `/containers/${id}`, { incremental_field_name: 'at' })
    const read = async (payload: object = {}) =>
      (await service.scan(source, { incremental: true, ...payload })).status.records_processed
    const checkpoint = async () => (await service.ask('GET', `/containers/${id}`)).body.incremental_checkpoint
    assert.equal(await checkpoint(), null)
    assert.equal(await read(), 3)
    assert.equal(await checkpoint(), times[2])
    assert.equal(await read(), 0)
    assert.equal(await read({ greater_than_time: `${times[1]}Z` }), 1)
    assert.equal(await read({ greater_than_time: `${times[0]}Z` }), 2)
  })

  test('by a time goes on below one that stands for ever, and reads that again each time', async () => {
    const source = await service.source({
      'terms.csv': csv(
        ['since', 'v'],
        ['2026-01-01', '9999-12-31'].map((since) => [since, 1]),
      ),
    })
    const id = (await service.containers(source)).get('terms.csv')
    await service.check(source, 'terms.csv', { rule: 'notNegative', fields: ['v'] })
    await service.ask('PUT', `/containers/${id}`, { incremental_field_name: 'since' })
    const read = async () => (await service.scan(source, { incremental: true })).status.records_processed
    assert.equal(await read(), 2)
    const { body } = await service.ask('GET', `/containers/${id}`)
    assert.equal(body.incremental_checkpoint, '2026-01-01')
    const days = ['2026-01-01', '2026-01-02', '9999-12-31']
    source.write({
      'terms.csv': csv(
        ['since', 'v'],
        days.map((since) => [since, -1]),
      ),
    })
    assert.equal(await read(), 2)
  })

  test('by a whole number of PostgreSQL goes on below NaN, which its decimals may hold', async () => {
    const store = await (tableStores['postgresql'] ?? assert.fail())(service.folder)
    try {
      await store.run([
        'create table orders (batch numeric(20, 0), v int)',
        `insert into orders values (1, 1), (2, 1), ('NaN', 1)`,
      ])
      const source = await datastoreOn(service, 'postgresql', store)
      await service.ended(await service.trigger(source, { type: 'sync' }))
      const id = (await service.containers(source)).get('orders')
      await service.check(source, 'orders', { rule: 'notNegative', fields: ['v'] })
      await service.ask('PUT', `/containers/${id}`, { incremental_field_name: 'batch' })
      const read = async () => {
        const { result, message, status } = await service.scan(source, { incremental: true })
        return [result, message, status.records_processed]
      }
      assert.deepEqual(await read(), ['success', null, 3])
      await store.run(['insert into orders values (3, 1), (4, 1)'])
      assert.deepEqual(await read(), ['success', null, 3])
    } finally {
      await store.close()
    }
  })

  test('reads from the start where an earlier version kept a point above which nothing comes, and says so', async () => {
    const source = await service.source({
      'orders.csv': csv(
        ['id', 'since'],
        [
          [1, '2026-01-01'],
          [2, '2026-01-02'],
        ],
      ),
    })
    const id = (await service.containers(source)).get('orders.csv') ?? assert.fail()
    await service.check(source, 'orders.csv', { rule: 'notNegative', fields: ['id'] })
    const { database } = service.environment.store
    for (const [field, value, greatest] of [
      ['id', 'NaN', 2],
      ['id', '-Infinity', 2],
      ['since', 'infinity', '2026-01-02'],
      ['since', '9999-12-31', '2026-01-02'],
    ] as const) {
      await service.ask('PUT', `/containers/${id}`, { incremental_field_name: field })
      const incremental_checkpoint = JSON.stringify({ field, value })
      await database.updateTable('containers').set({ incremental_checkpoint }).where('id', '=', id).execute()
      const checkpoint = async () =>
        (await service.ask('GET', `/containers/${id}`)).body.incremental_checkpoint
      assert.equal(await checkpoint(), null)
      const run = await service.scan(source, { incremental: true })
      assert.deepEqual([run.result, run.status.records_processed], ['success', 2], `${field} ${value}`)
      assert.equal(await checkpoint(), greatest)
      const { body: log } = await service.ask('GET', `/api/operations/${run.id}/logs`)
      assert.match(log.items[0].message, /kept a starting point above which nothing comes/)
      const next = await service.scan(source, { incremental: true })
      assert.deepEqual([next.result, next.status.records_processed, next.has_logs], ['success', 0, false])
    }
  })

  test('by a number goes on after one that read minus infinity alone', async () => {
    const store = await (tableStores['postgresql'] ?? assert.fail())(service.folder)
    try {
      await store.run(['create table levels (v float8)', `insert into levels values ('-Infinity'), ('NaN')`])
      const source = await datastoreOn(service, 'postgresql', store)
      await service.ended(await service.trigger(source, { type: 'sync' }))
      const id = (await service.containers(source)).get('levels')
      await service.check(source, 'levels', { rule: 'notNull', fields: ['v'] })
      await service.ask('PUT', `/containers/${id}`, { incremental_field_name: 'v' })
      for (const rows of [2, 2]) {
        const { result, message, status } = await service.scan(source, { incremental: true })
        assert.deepEqual([result, message, status.records_processed], ['success', null, rows])
      }
    } finally {
      await store.close()
    }
  })

  test('that fails moves nothing, so that the next one reads the same again', async () => {
    const source = await service.source({
      'parts_1.csv': csv(['v'], [[1]]),
      'parts_2.csv': csv(['v'], [[2]]),
    })
    await service.check(source, 'parts_*.csv', { rule: 'notNegative', fields: ['v'] })
    source.write({ 'parts_2.csv': 'v\n1,2,3\n' })
    const failed = await service.scan(source, { incremental: true })
    assert.equal(failed.result, 'failure')
    source.write({ 'parts_2.csv': csv(['v'], [[2]]) })
    const again = await service.scan(source, { incremental: true })
    assert.deepEqual([again.result, again.status.records_processed], ['success', 2])
  })

  test('with a start that is no moment is refused with 422', async () => {
    const source = await service.source({ 'a.csv': csv(['v'], [[1]]) })
    for (const greater_than_time of ['yesterday', '7', '2026-02-31']) {
      const { datastore_id } = source
      const wanted = { type: 'scan', datastore_id, incremental: true, greater_than_time }
      assert.equal((await service.ask('POST', '/operations/run', wanted)).status, 422, greater_than_time)
    }
  })
})
