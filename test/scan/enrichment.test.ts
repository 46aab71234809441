import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { deliver } from '../../src/services/enrichment/deliver.ts'
import { claimUnit } from '../../src/store/queue/claim.ts'
import { unwritten, writtenStores, type WrittenStore } from '../connectors/written-tables.ts'
import { finish, scanned } from '../harness/runs.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const tables = ['check_metrics', 'failed_checks', 'source_records', 'scan_operations']

/** The answer to a delivery that left nothing. */
const written = { failure: null, is_over: true }

const isFull = process.env['ASSAY_FULL'] === '1'
/** Object stores differ in how tables are written alone, which `test/connectors/written-objects.test.ts` is about; ASSAY_FULL=1 takes them all. */
const tried = Object.entries(writtenStores).filter(([type]) => isFull || !['gcs', 'abfs'].includes(type))

for (const [type, open] of tried) {
  describe(`a scan with results in a ${type} store`, { skip: unwritten[type] ?? false }, () => {
    let app: WorkingApp
    let store: WrittenStore
    let source: Source
    let prefix = ''
    before(async () => {
      app = await startWorkingApp({ workers: 0 })
      const folder = join(app.folder, 'written')
      mkdirSync(folder)
      store = await open(folder)
      source = await app.source({
        'a_1.csv': 'id,price,note\n1,-5,x\n2,7,"say ""hi"""\n',
        'a_2.csv': 'id,price,note\n3,-1,secret\n4,8,y\n',
      })
      await app.check(source, 'a_*.csv', {
        rule: 'between',
        fields: ['price'],
        properties: { max: 100, min: 0 },
        description: 'No debts',
      })
      await app.check(source, 'a_*.csv', { rule: 'fieldCount', fields: [], properties: { value: 3 } })
      const connection = { name: 'results', type: store.connector.type, ...store.connection }
      const { body: made } = await app.ask('POST', '/api/connections', connection)
      const members = Object.fromEntries(Object.entries(store.target).filter(([, value]) => value !== null))
      const { status, body } = await app.ask('POST', '/api/datastores', {
        name: 'results',
        connection_id: made.id,
        enrichment_only: true,
        ...members,
      })
      assert.equal(status, 201, JSON.stringify(body))
      const linked = await app.ask('PATCH', `/api/datastores/${source.datastore_id}/enrichment/${body.id}`)
      prefix = linked.body.enrichment_prefix
    })
    after(async () => {
      await app.close()
      await store.close()
    })

    const rows = (table: string, columns: string, order = '1') =>
      store.read(`${prefix}_${table}`, columns, order)
    const counts = async () => {
      const found: number[] = []
      for (const table of tables) found.push((await rows(table, '1')).length)
      return found
    }
    const waiting = async (): Promise<number> => {
      const { rows: found } = await app.environment.store.pool.query('select 1 from enrichment_deliveries')
      return found.length
    }
    const deliverNow = async () => {
      await app.environment.store.pool.query(
        'update enrichment_deliveries set next_try = now(), lease_until = null',
      )
      return deliver(app.environment, null, new AbortController().signal)
    }

    test('has them there when it ends: verdicts, failed checks, rows and partitions', async () => {
      const run = await scanned(app, source)
      assert.deepEqual([run.result, run.message], ['success', null])
      const { body: anomalies } = await app.ask('GET', '/api/anomalies')
      const uuids = anomalies.items.map(({ uuid }: { uuid: string }) => uuid).sort()
      const metrics = await rows(
        'check_metrics',
        '"SOURCE_PARTITION", "ASSERTED_RECORDS_COUNT", "ANOMALOUS_RECORDS_COUNT", "ASSERTION_RESULT", "SOURCE_CONTAINER"',
      )
      assert.deepEqual(
        metrics.filter(([partition]) => partition === 'a_1.csv').map((row) => row.map(String)),
        [['a_1.csv', '2', '1', 'failed', 'a_*.csv']],
      )
      const failed = await rows(
        'failed_checks',
        '"ANOMALY_UUID", "SOURCE_PARTITION", "QUALITY_CHECK_RULE_TYPE", "QUALITY_CHECK_DESCRIPTION", "QUALITY_CHECK_FIELDS", "OPERATION_ID"',
      )
      assert.deepEqual(
        failed.map(([uuid]) => uuid),
        uuids,
      )
      assert.deepEqual(failed.map(([, partition]) => partition).sort(), ['a_1.csv', 'a_2.csv'])
      assert.deepEqual(failed[0]?.slice(2).map(String), ['between', 'No debts', 'price', String(run.id)])
      const { body: check } = await app.ask('GET', '/api/quality-checks?rule_type=between')
      const told = await rows('failed_checks', '"QUALITY_CHECK_PARAMETERS"')
      assert.deepEqual(
        told.map(([parameters]) => parameters),
        told.map(() => JSON.stringify(check.items[0].properties)),
        'the least value before the greatest, as everywhere',
      )
      const records = await rows('source_records', '"ANOMALY_UUID", "RECORD"', '"RECORD"')
      assert.deepEqual(
        records.map(([, record]) => JSON.parse(String(record)).note),
        ['x', 'secret'],
      )
      const parts = await rows(
        'scan_operations',
        '"PARTITION_NAME", "RECORDS_PROCESSED", "ANOMALY_COUNT", "RESULT", "MAX_RECORDS_ANALYZED"',
      )
      assert.deepEqual(
        parts.map((row) => row.map(String)),
        [
          ['a_1.csv', '2', '1', 'success', '-1'],
          ['a_2.csv', '2', '1', 'success', '-1'],
        ],
      )
      assert.equal(await waiting(), 0)
    })

    test('has the anomalies once that it finds again, and hides what was masked since', async () => {
      const before = await counts()
      const note = (
        await app.ask('GET', `/api/containers/${(await app.containers(source)).get('a_*.csv')}/fields`)
      ).body.find(({ name }: { name: string }) => name === 'note')
      await app.ask('PATCH', '/api/fields', [{ id: note.id, status: 'masked' }])
      await scanned(app, source, { force: true })
      const [metrics = 0, failed, records, parts = 0] = before
      assert.deepEqual(await counts(), [metrics * 2, failed, records, parts * 2])
      const shown = await rows('source_records', '"RECORD"')
      assert.deepEqual(
        shown.map(([record]) => JSON.parse(String(record)).note),
        ['***MASKED***', '***MASKED***'],
      )
    })

    // The faults of delivery do not depend on the store; ASSAY_FULL=1 takes them all.
    const isTried = isFull || ['postgresql', 'sqlite', 'local'].includes(type)
    if (isTried)
      test('keeps its verdict when the table is not ours, says what to do, and writes everything once it is mended', async () => {
        const before = await counts()
        const name = `${prefix}_failed_checks`
        await store.rename(name, `${name}_ours`)
        await store.foreign(name)
        const run = await scanned(app, source, { force: true })
        assert.equal(run.result, 'success')
        assert.match(
          run.message,
          /"results".*that this service did not make.*Rename or drop that table.*tried again/,
        )
        const { body: log } = await app.ask('GET', `/api/operations/${run.id}/logs`)
        assert.match(log.items[0].message, /did not make/)
        assert.match(String(Object.values((await deliverNow()) ?? {})), /did not make/)
        await store.remove(name)
        await store.rename(`${name}_ours`, name)
        assert.deepEqual(await deliverNow(), written)
        assert.equal(await waiting(), 0)
        const [metrics = 0, failed, records, parts = 0] = before
        assert.deepEqual(await counts(), [(metrics / 2) * 3, failed, records, (parts / 2) * 3])
        const { body: later } = await app.ask('GET', `/api/operations/${run.id}/logs`)
        assert.match(later.items.at(-1).message, /written to "results" at last/)
      })

    // One MariaDB serves all tests at once.
    const isRefusing = isTried && type !== 'mariadb'
    if (isRefusing)
      test('keeps its verdict when the store refuses to write, says what to do, and a later try completes it', async () => {
        const before = await counts()
        const mend = await refusing(store, `${prefix}_check_metrics`)
        const run = await scanned(app, source, { force: true }).finally(mend)
        assert.equal(run.result, 'success')
        assert.match(
          run.message,
          /"results".*(Give the role|Let this service write|close it there).*tried again/,
        )
        const newest = await scanned(app, source, { force: true })
        assert.equal(newest.message, null)
        assert.equal(await waiting(), 1)
        assert.deepEqual(await deliverNow(), written)
        const [metrics = 0, failed, records, parts = 0] = before
        assert.deepEqual(await counts(), [(metrics / 3) * 5, failed, records, (parts / 3) * 5])
        const told = await rows('failed_checks', '"OPERATION_ID"')
        assert.deepEqual(
          told.map(([operation]) => Number(operation)),
          told.map(() => newest.id),
          'they are of the newest scan that found them, although the results of another came later',
        )
      })

    if (type === 'postgresql' || type === 'sqlite')
      test('keeps its verdict when the store takes too long, and a later try completes it', async (t) => {
        const before = await counts()
        const patience = new AbortController()
        const { timeout } = AbortSignal
        t.mock.method(AbortSignal, 'timeout', (milliseconds: number) => {
          if (milliseconds !== 60_000) return timeout.call(AbortSignal, milliseconds)
          // The store is held until the run has ended, so that any time is too long.
          setTimeout(() => patience.abort(), 100)
          return patience.signal
        })
        assert.ok(store.hold)
        const mend = await store.hold(`${prefix}_check_metrics`)
        const run = await scanned(app, source, { force: true }).finally(mend)
        t.mock.restoreAll()
        assert.equal(run.result, 'success')
        assert.match(
          run.message,
          /"results" yet: The enrichment datastore took longer than 60 seconds.*tried again/,
        )
        assert.deepEqual(await deliverNow(), written)
        const [metrics = 0, failed, records, parts = 0] = before
        const runs = isRefusing ? 5 : 3
        const more = (count: number) => (count / runs) * (runs + 1)
        assert.deepEqual(await counts(), [more(metrics), failed, records, more(parts)])
      })

    if (isTried)
      test('loses nothing when the worker dies over it, and nothing is there twice', async () => {
        const before = await counts()
        const id = await app.trigger(source, { type: 'scan', force: true })
        const { database, pool } = app.environment.store
        for (;;) {
          const { rows: next } = await pool.query(
            `select kind from units where state = 'waiting' order by id desc limit 1`,
          )
          if (next[0]?.kind === 'enrich') break
          assert.ok(await app.step())
        }
        // It wrote, and died before it could say so.
        assert.equal((await claimUnit(database, 'a dying worker', 10))?.kind, 'enrich')
        await pool.query(`create table kept as select * from enrichment_deliveries`)
        await deliver(app.environment, id, new AbortController().signal)
        await pool.query(`insert into enrichment_deliveries overriding system value select * from kept`)
        await pool.query('drop table kept')
        await pool.query(`update units set lease_until = now() - interval '1 minute' where state = 'running'`)
        await finish(app)
        const { result, message } = await app.ended(id)
        assert.equal(result, 'success')
        assert.match(message, /"results" yet: The process that wrote them ended.*tried again/)
        assert.equal(await waiting(), 1)
        assert.deepEqual(await deliverNow(), written)
        const { body: log } = await app.ask('GET', `/api/operations/${id}/logs`)
        assert.match(log.items.at(-1).message, /written to "results" at last/)
        const [metrics = 0, failed, records, parts = 0] = before
        const runs = (isRefusing ? 5 : 3) + (store.hold ? 1 : 0)
        assert.deepEqual(await counts(), [
          (metrics / runs) * (runs + 1),
          failed,
          records,
          (parts / runs) * (runs + 1),
        ])
      })

    test('puts failing rows aside with the types of the source: those of all scans once, or those of the last', async () => {
      const id = (await app.containers(source)).get('a_*.csv')
      const table = `${prefix}_remediation_${id}`
      const aside = async () =>
        (await store.read(table, '"id", "price" + 1, "note", "_QUALYTICS_SOURCE_PARTITION"', '"id"')).map(
          (row) => row.map((value) => (value === null ? null : String(value))),
        )
      const first = ['1', '-4', null, 'a_1.csv']
      const second = ['3', '0', null, 'a_2.csv']
      for (let time = 0; time < 2; time += 1) {
        await scanned(app, source, { force: true, remediation: 'append' })
        assert.deepEqual(await aside(), [first, second])
      }
      source.write({ 'a_1.csv': 'id,price,note\n1,5,x\n2,7,y\n' })
      await scanned(app, source, { remediation: 'append' })
      assert.deepEqual(await aside(), [first, second])
      await scanned(app, source, { force: true, remediation: 'overwrite' })
      assert.deepEqual(await aside(), [second])
      await scanned(app, source, { force: true, remediation: 'none' })
      assert.deepEqual(await aside(), [second])
      // Results of a scan that come after those of a later one.
      const { pool } = app.environment.store
      const { rows: scans } = await pool.query(
        `select id, operation_id, datastore_id from operation_containers where kind = 'scan' order by id`,
      )
      source.write({ 'a_2.csv': 'id,price,note\n3,1,x\n' })
      await scanned(app, source, { remediation: 'overwrite' })
      assert.deepEqual(await aside(), [])
      const { rows: linked } = await pool.query(
        'select enrich_datastore_id as id from datastores where id = $1',
        [source.datastore_id],
      )
      for (const scan of scans)
        await pool.query(
          'insert into enrichment_deliveries (enrich_datastore_id, operation_id, container_scan_id) values ($1, $2, $3)',
          [linked[0].id, scan.operation_id, scan.id],
        )
      assert.deepEqual(await deliverNow(), written)
      assert.deepEqual(await aside(), [])
    })
  })
}

async function refusing({ refuse }: WrittenStore, table: string): Promise<() => Promise<void>> {
  assert.ok(refuse)
  return refuse(table)
}
