import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { partitionsOf } from '../harness/findings.ts'
import { cutBy, datastoreOn, tableStores, type TableStore } from '../harness/table-stores.ts'
import { toldAnomalies } from '../harness/triage-stories.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

/** Salaries whose ranges begin and end with numbers that stand nowhere else. */
const staff = [
  'create table staff (id bigint, salary bigint)',
  `insert into staff values ${Array.from({ length: 200 }, (_, row) => `(${row}, ${7_310_000 + row})`).join(', ')}`,
]

describe('masking the field by which a table was cut', () => {
  let app: WorkingApp
  let store: TableStore
  let source: Source
  before(async () => {
    app = await startWorkingApp()
    app.environment.sources.rows_per_partition = 50
    store = await (tableStores['sqlite'] ?? assert.fail())(app.folder)
    await store.run(staff)
    source = await datastoreOn(app, 'sqlite', store, { max_parallelization: 3 })
    await app.ended(await app.trigger(source, { type: 'sync' }))
    await cutBy(app, source, 'staff', 'salary')
  })
  after(async () => {
    await app.close()
    await store.close()
  })

  const setStatus = async (status: string) => {
    const query = `datastore=${source.datastore_id}&name=salary&status=active&status=masked`
    const { body } = await app.ask('GET', `/api/fields?${query}`)
    assert.equal((await app.ask('PUT', `/api/fields/${body.items[0].id}`, { status })).status, 200)
  }
  /** Where a name or a message of the state still shows a bound of a range. */
  const leaks = async (): Promise<string[]> => {
    const { rows } = await app.environment.store.pool.query<{ place: string }>(`
      select 'partitions' as place from partitions where name like '%731%'
      union all select 'partition scans' from partition_scans where partition_name like '%731%'
      union all select 'units' from units where subject ->> 'partition' like '%731%' or subject -> 'range' ->> 'name' like '%731%'
      union all select 'anomalies' from anomalies where message like '%731%' or identity like '%731%'
      union all select 'failed checks' from anomaly_failed_checks where message like '%731%'`)
    return rows.map(({ place }) => place)
  }

  test('takes the bounds of its ranges out of partitions, anomalies and their identities', async () => {
    await app.check(source, 'staff', { rule: 'minPartitionSize', properties: { value: 1000 } })
    const scan = await app.scan(source)
    const [{ id }] = scan.container_scans
    const named = await partitionsOf(app, id)
    assert.ok(named.length > 1 && named.every(({ name }) => name.startsWith('salary ')))
    const found = await toldAnomalies(app, source)
    assert.equal(found.length, named.length)
    assert.match(found[0]?.message ?? '', /`salary [^`]*731/)

    await cutBy(app, source, 'staff', null)
    await setStatus('masked')
    assert.deepEqual(await leaks(), [])
    const hidden = (await partitionsOf(app, id)).map(({ name }) => name)
    assert.ok(
      hidden.every((name) => /^salary <masked> \d+$/.test(name)),
      hidden.join(),
    )
    assert.equal(new Set(hidden).size, named.length)
    const told = await toldAnomalies(app, source)
    assert.deepEqual(
      told.map(({ message }) => /`salary <masked> \d+`/.test(message)),
      told.map(() => true),
    )
    const before = new Set(found.map(({ fingerprint }) => fingerprint))
    assert.ok(told.every(({ fingerprint }) => !before.has(fingerprint)))
    assert.equal((await app.scan(source)).result, 'success')
    assert.deepEqual(await leaks(), [])
    await setStatus('active')
  })

  test('does so while the table is being scanned too, and the scan ends well', async () => {
    const quiet = await startWorkingApp({ workers: 0 })
    try {
      quiet.environment.sources.rows_per_partition = 50
      const store = await (tableStores['sqlite'] ?? assert.fail())(quiet.folder)
      await store.run(staff)
      const other = await datastoreOn(quiet, 'sqlite', store, { max_parallelization: 3 })
      await quiet.trigger(other, { type: 'sync' })
      while (await quiet.step()) continue
      await cutBy(quiet, other, 'staff', 'salary')
      await quiet.check(other, 'staff', { rule: 'minPartitionSize', properties: { value: 1000 } })
      const scan = await quiet.trigger(other, { type: 'scan' })
      for (let read = 0; read < 2;) if ((await quiet.step()) === 'partition') read += 1
      await cutBy(quiet, other, 'staff', null)
      const { body } = await quiet.ask('GET', `/api/fields?datastore=${other.datastore_id}&name=salary`)
      const masked = await quiet.ask('PUT', `/api/fields/${body.items[0].id}`, { status: 'masked' })
      assert.equal(masked.status, 200)
      while (await quiet.step()) continue
      const ended = await quiet.ended(scan)
      assert.equal(ended.result, 'success', ended.message)
      const partitions = await partitionsOf(quiet, ended.container_scans[0].id)
      assert.ok(partitions.every(({ name }) => name.startsWith('salary <masked>')))
      assert.equal(
        partitions.reduce((sum, { records }) => sum + records, 0),
        200,
      )
      const told = await toldAnomalies(quiet, other)
      assert.equal(told.length, partitions.length)
      assert.doesNotMatch(told.map(({ message }) => message).join(), /731/)
    } finally {
      await quiet.close()
    }
  })
})
