import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fillStore, type StoreSize } from '../../bench/size/fill-store.ts'
import { findPlaces, listRequests, type ListRequest } from '../../bench/size/requests.ts'
import { enrichedFailures, enrichedRecords } from '../../src/store/enrichment-rows.ts'
import { openStore, type Store } from '../../src/store/pool.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { tableRows, tablesReadWhole } from '../harness/plans.ts'
import { noteStatements, type SentStatement } from '../harness/statements.ts'

/** Small enough to be filled in seconds, large enough for the tables that grow with use to be planned as in a large store. */
const size: StoreSize = {
  datastores: 10,
  containers: 700,
  quality_checks: 2100,
  schedules: 500,
  operations: 12_000,
  anomalies: 20_000,
  source_records: 40_000,
  records_of_one_scan: 12_000,
}
const mostRows = 10_000

describe('In a store with years of runs', () => {
  let app: TestApp
  /** For explaining, so that what is explained is not noted. */
  let aside: Store
  let requests: ListRequest[]
  let member: string
  let sentSince: () => SentStatement[]
  before(async () => {
    app = await startApp()
    sentSince = noteStatements(app.environment.store)
    const { connectionString = '' } = app.environment.store.pool.options
    await fillStore(connectionString, size)
    aside = openStore(connectionString)
    requests = listRequests(await findPlaces(aside.pool))
    app.clock.time = new Date()
    const { rows } = await aside.pool.query<{ id: number }>('select id from datastores where id % 3 = 0')
    member = await app.user('Member', { Viewer: rows.map(({ id }) => id) })
  })
  after(async () => {
    await aside.close()
    await app.close()
  })
  /** What a request sends to PostgreSQL. */
  const statementsOf = async (path: string, token?: string) => {
    sentSince()
    const { status, body } = await app.ask('GET', `/api${encodeURI(path)}`, undefined, token)
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
    return sentSince()
  }

  test(`no list and no filter reads a table of more than ${mostRows} rows from end to end`, async () => {
    const rows = await tableRows(aside.pool)
    assert.ok((rows.get('operation_containers') ?? 0) > 2 * mostRows)
    const found: string[] = []
    const look = async (name: string, statement: SentStatement) => {
      const tables = await tablesReadWhole(aside.pool, statement)
      const large = tables.filter((table) => (rows.get(table) ?? 0) > mostRows)
      found.push(...large.map((table) => `${table} by ${name}: ${statement.text}`))
    }
    for (const { name, path } of requests) {
      for (const statement of await statementsOf(path)) await look(name, statement)
      if (isForAnybody(path))
        for (const statement of await statementsOf(path, member)) await look(name, statement)
    }
    assert.deepEqual(found, [])
  })

  test('a longer page sends no more statements than a short one', async () => {
    for (const list of [
      '/operations',
      '/container-scans',
      '/anomalies',
      '/quality-checks',
      '/containers',
      '/fields',
      '/activity',
      '/users',
    ]) {
      const short = await statementsOf(`${list}?size=2`)
      const long = await statementsOf(`${list}?size=200`)
      assert.deepEqual(
        long.map(({ text }) => shapeOf(text)),
        short.map(({ text }) => shapeOf(text)),
        list,
      )
    }
  })

  test('container scans with the most open anomalies come first, whether all are asked for or a few', async () => {
    for (const filter of ['', 'datastore=1&']) {
      const { body } = await app.ask(
        'GET',
        `/api/container-scans?${filter}sort_active_anomalies=desc&size=20`,
      )
      assert.equal(body.total > 20_000, filter === '')
      const { rows } = await aside.pool.query<{ id: number }>(`
        select scans.id from operation_containers as scans
        where kind = 'scan' and ${filter === '' ? 'true' : 'datastore_id = 1'}
        order by (select count(*) from anomaly_detections join anomalies on anomalies.id = anomaly_id
                  where anomaly_detections.container_scan_id = scans.id and status in ('Active', 'Acknowledged')) desc, created desc, id desc
        limit 20`)
      assert.deepEqual(
        body.items.map(({ id }: { id: number }) => id),
        rows.map(({ id }) => id),
      )
    }
  })

  test('the results of large scans are read for an enrichment store page by page, each row once', async () => {
    const { database } = app.environment.store
    const { rows: found } = await aside.pool.query<{ id: number; failures: number; records: number }>(`
      select distinct on (container_id) container_scan_id as id, count(distinct (failed.anomaly_id, quality_check_id))::int as failures,
        (select count(*)::int from source_records join anomaly_detections as detected using (anomaly_id)
         where detected.container_scan_id = detections.container_scan_id) as records
      from anomaly_detections as detections join anomaly_failed_checks as failed using (anomaly_id)
      join operation_containers as scans on scans.id = container_scan_id
      group by container_id, container_scan_id order by container_id, records desc, failures desc`)
    // A run has one scan of each container.
    const scans = found.map(({ id }) => id)
    const failures = await keysOf(
      enrichedFailures(database, scans),
      (row) => `${row.container_scan_id} ${row.id} ${row.quality_check_id}`,
    )
    const records = await keysOf(
      enrichedRecords(database, scans),
      (row) => `${row.container_scan_id} ${row.anomaly_id} ${row.ordinal}`,
    )
    const sumOf = (counts: number[]): number => counts.reduce((sum, count) => sum + count, 0)
    assert.equal(failures.length, sumOf(found.map((scan) => scan.failures)))
    assert.equal(new Set(failures).size, failures.length)
    assert.equal(records.length, sumOf(found.map((scan) => scan.records)))
    assert.equal(new Set(records).size, records.length)
    assert.ok(failures.length > 2000 && records.length > 12_000, 'there are several pages of both')
  })

  test('each reference to another row has an index that begins with it, so that deleting reads no whole table', async () => {
    const { rows } = await aside.pool.query<{ reference: string }>(`
      select conrelid::regclass || '.' || string_agg(attname, ', ') as reference
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
        select from pg_index where indrelid = conrelid and indisvalid
          and (indkey::int2[])[0:cardinality(conkey) - 1] = conkey
          and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%s IS NOT NULL)', attname)))
      group by conrelid, pg_constraint.oid order by 1`)
    assert.deepEqual(
      rows.map(({ reference }) => reference),
      [],
    )
  })
})

async function keysOf<Row>(pages: AsyncIterable<Row[]>, keyOf: (row: Row) => string): Promise<string[]> {
  const keys: string[] = []
  for await (const page of pages) keys.push(...page.map(keyOf))
  return keys
}

/** The statement without its parameters, of which a longer page has more. */
function shapeOf(text: string): string {
  return text.replaceAll(/\$\d+(, \$\d+)*/g, '$')
}

/** Neither a list of people, which only some may see, nor of one thing, whose datastore the Member may not see. */
function isForAnybody(path: string): boolean {
  return (
    !/^\/(activity|audit-logs|users|teams|user-tokens)/.test(path) && !/^\/[a-z-]+\/([a-z]+\/)?\d/.test(path)
  )
}
