import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { anomaliesOf, verdictsOf } from '../harness/findings.ts'
import { datastoreOn, tableStores, type TableStore } from '../harness/table-stores.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

/** Tables and a view in one file, each with two prices that are wrong; `ballast` makes the file large. */
const tables = {
  sqlite: [
    'create table ballast (filler blob)',
    'insert into ballast values (zeroblob(17000000))',
    'create table prices (id integer, price integer)',
    'insert into prices values (1, 5), (2, -1), (3, -2)',
    'create view shown as select * from prices where id < random() % 1 + 10',
    'create virtual table found using fts5(price)',
    "insert into found values ('-1'), ('-2')",
  ],
  duckdb: [
    'create table ballast as select random() as filler from range(2500000)',
    'create table prices (id integer, price integer)',
    'insert into prices values (1, 5), (2, -1), (3, -2)',
    'create view shown as select * from prices where id < random() + 10',
    'create table made (id integer, price integer, luck double as (random()))',
    'insert into made (id, price) values (1, -1), (2, -2)',
  ],
}

/** What may say something else of the same bytes. */
const neverKept = { sqlite: ['shown', 'found'], duckdb: ['shown', 'made'] }

async function keepingService(): Promise<WorkingApp> {
  const service = await startWorkingApp()
  service.environment.sources.settled_seconds = 0
  service.environment.sources.keeps_unchanged = true
  return service
}

/** A store in which the statements were run, and a synced datastore on it. */
async function synced(
  service: WorkingApp,
  type: keyof typeof tables,
  statements: readonly string[],
): Promise<{ store: TableStore; source: Source }> {
  const store = (await tableStores[type]?.(service.folder)) ?? assert.fail()
  await store.run(statements)
  const source = await datastoreOn(service, type, store)
  await service.ended(await service.trigger(source, { type: 'sync' }))
  return { store, source }
}

for (const type of ['sqlite', 'duckdb'] as const) {
  describe(`a scan of a database of ${type} that is as it was`, () => {
    let service: WorkingApp
    let store: TableStore
    let source: Source
    before(async () => {
      service = await keepingService()
      ;({ store, source } = await synced(service, type, tables[type]))
      for (const name of ['prices', ...neverKept[type]])
        await service.check(source, name, {
          rule: 'satisfiesExpression',
          properties: { expression: 'price > 0' },
          description: `of ${name}`,
        })
      await service.check(source, 'prices', { rule: 'unique', fields: ['id'] })
    })
    after(() => service.close())

    /** The run since which each container is unchanged, null for one that was read, and what was found in `prices`. */
    const scanned = async (payload: object = {}) => {
      const scan = await service.scan(source, payload)
      const since = new Map<string, number | null>()
      let found: unknown
      for (const { id, container } of scan.container_scans) {
        const { body } = await service.ask('GET', `/api/container-scans/${id}`)
        since.set(container.name, body.partition_scans[0].unchanged_since)
        if (container.name !== 'prices') continue
        const verdicts = [...(await verdictsOf(service, id)).values()].map(
          ({ details: _whence, ...verdict }) => verdict,
        )
        found = [verdicts, await anomaliesOf(service, `&container_scan=${id}`)]
      }
      return { id: scan.id, since, found }
    }

    test('keeps what was found in its tables, and reads what may say something else', async () => {
      const first = await scanned()
      assert.deepEqual([...new Set(first.since.values())], [null])
      const second = await scanned()
      assert.equal(second.since.get('prices'), first.id)
      for (const name of neverKept[type]) assert.equal(second.since.get(name), null, name)
      assert.deepEqual((await scanned({ force: true })).found, second.found)
    })

    test('reads its tables when one of them was written', async () => {
      await scanned()
      await store.run(['insert into prices values (4, -9)'])
      const third = await scanned()
      assert.deepEqual([...new Set(third.since.values())], [null])
      const { found } = await scanned()
      assert.match(JSON.stringify(found), /75.000% of 4 records \(3\)|-9/)
      assert.deepEqual((await scanned({ force: true })).found, found)
    })

    test('reads what was changed a moment before', async () => {
      await scanned()
      service.environment.sources.settled_seconds = 3600
      try {
        const { since } = await scanned()
        assert.equal(since.get('prices'), null)
      } finally {
        service.environment.sources.settled_seconds = 0
      }
    })
  })
}

test('a table of SQLite whose new rows are only in the log is read', async () => {
  const service = await keepingService()
  try {
    const statements = ['pragma journal_mode = wal', ...tables.sqlite]
    const { store, source } = await synced(service, 'sqlite', statements)
    const { uri } = store.connection as { uri: string }
    await service.check(source, 'prices', { rule: 'notNegative', fields: ['price'] })
    const stateOf = async (scan: { container_scans: { id: number; container: { name: string } }[] }) => {
      const own = scan.container_scans.find(({ container }) => container.name === 'prices')
      const { body } = await service.ask('GET', `/api/container-scans/${own?.id}`)
      return [body.partition_scans[0].unchanged_since, body.records_processed]
    }
    const first = await service.scan(source)
    assert.deepEqual(await stateOf(await service.scan(source)), [first.id, 3])
    const writer = new DatabaseSync(uri)
    writer.exec('insert into prices values (4, -9)')
    assert.deepEqual(await stateOf(await service.scan(source)), [null, 4])
    writer.exec('insert into prices values (5, -9)')
    assert.deepEqual(await stateOf(await service.scan(source)), [null, 5])
    writer.close()
  } finally {
    await service.close()
  }
})

test('tables of a small database are read: that costs less than to look up what is known of them', async () => {
  const service = await keepingService()
  try {
    const { source } = await synced(service, 'sqlite', tables.sqlite.slice(2, 4))
    await service.check(source, 'prices', { rule: 'notNegative', fields: ['price'] })
    await service.scan(source)
    const { container_scans } = await service.scan(source)
    const { body } = await service.ask('GET', `/api/container-scans/${container_scans[0].id}`)
    assert.equal(body.partitions_unchanged, 0)
  } finally {
    await service.close()
  }
})
