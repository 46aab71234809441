import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { duckdbRows, unwritten, writtenStores, type WrittenStore } from '../connectors/written-tables.ts'
import { maskField } from '../harness/factories.ts'
import { finish } from '../harness/runs.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'
import { writtenDatastore } from '../harness/written-datastore.ts'

const name = 'part_*.csv'
const files = Object.fromEntries(
  [1, 2, 3, 4].map((part) => [`part_${part}.csv`, `id,note\n${part},a\n1${part},b\n`]),
)
const copied = ['1', '11', '12', '13', '14', '2', '3', '4']

describe('a materialize of many files', () => {
  let app: WorkingApp
  let source: Source
  const stores: Record<string, { store: WrittenStore; id: number }> = {}
  before(async () => {
    app = await startWorkingApp({ workers: 0 })
    for (const [type, open] of Object.entries(writtenStores)) {
      if (unwritten[type]) continue
      const folder = join(app.folder, `written-${type}`)
      mkdirSync(folder)
      const store = await open(folder)
      stores[type] = { store, id: await writtenDatastore(app, type, store) }
    }
  })
  beforeEach(async () => {
    // Every file is a step, however small and young it is.
    Object.assign(app.environment.sources, { copy_step_mb: 1e-6, settled_seconds: 0 })
    source = await app.source(files)
  })
  after(async () => {
    await app.close()
    for (const { store } of Object.values(stores)) await store.close()
  })

  const begun = async (type: string, payload: object = {}) => {
    const { store, id } = stores[type] ?? assert.fail(type)
    const { body } = await app.ask('PATCH', `/api/datastores/${source.datastore_id}/enrichment/${id}`)
    const prefix = body.enrichment_prefix
    const container = (await app.containers(source)).get(name) ?? assert.fail(name)
    const operation = await app.trigger(source, { type: 'materialize', ...payload })
    assert.equal(await app.step(), 'plan')
    const shown = `${prefix}_materialize_${container}`
    return {
      store,
      operation,
      container,
      shown,
      half: `${prefix}_next_${operation}`,
      ids: async () => (await store.read(shown, '"id"')).map(([value]) => String(value)).sort(),
      end: async () => {
        for (;;) {
          await finish(app)
          const { body } = await app.ask('GET', `/api/operations/${operation}`)
          if (body.end_time !== null) return body
          // A unit that failed waits for a while.
          await app.environment.store.pool.query(
            'update units set not_before = now() where operation_id = $1',
            [operation],
          )
        }
      },
      units: () => unitsOf(operation),
    }
  }
  const unitsOf = async (operation: number) => {
    const { rows } = await app.environment.store.pool.query<{ units: number }>(
      `select count(*)::int as units from units where operation_id = $1 and kind = 'container'`,
      [operation],
    )
    return rows[0]?.units
  }
  /** The unit that waits was in the hands of another worker before, which may have written. */
  const takenOver = (operation: number) =>
    app.environment.store.pool.query(
      `update units set attempt = 1 where operation_id = $1 and state = 'waiting'`,
      [operation],
    )

  // How stores are written is for the tests of their writers; ASSAY_FULL=1 tries them all.
  const tried =
    process.env['ASSAY_FULL'] === '1' ? Object.keys(writtenStores) : ['postgresql', 'sqlite', 's3']
  for (const type of tried) {
    test(
      `goes into ${type} file by file, and is shown when all are there`,
      { skip: unwritten[type] ?? false },
      async () => {
        for (const payload of [{}, { max_records_per_partition: 1 }]) {
          const { store, end, ids, units } = await begun(type, payload)
          const { result, message, status } = await end()
          const expected = 'max_records_per_partition' in payload ? ['1', '2', '3', '4'] : copied
          assert.deepEqual([result, message], ['success', null])
          assert.deepEqual(status, {
            total_containers: 1,
            containers_analyzed: 1,
            partitions_analyzed: 4,
            records_processed: expected.length,
          })
          assert.deepEqual(await ids(), expected)
          // A folder of files would be written anew for each.
          assert.equal(await units(), store.connector.store_type === 'dfs' ? 1 : 4)
        }
      },
    )
  }

  test('goes on after the last file that was copied, also in other hands, and shows how far it is', async () => {
    const { operation, end, ids, units } = await begun('duckdb')
    for (let step = 0; step < 2; step += 1) assert.equal(await app.step(), 'container')
    const { body } = await app.ask('GET', `/api/operations/${operation}`)
    assert.deepEqual([body.status.partitions_analyzed, body.status.records_processed], [2, 4])
    await takenOver(operation)
    assert.equal((await end()).status.records_processed, 8)
    assert.deepEqual(await ids(), copied)
    assert.equal(await units(), 4)
  })

  test('begins anew when its table is not as it was noted, and counts nothing twice', async () => {
    const { store, half, operation, end, ids, units } = await begun('sqlite')
    for (let step = 0; step < 2; step += 1) await app.step()
    await store.remove(half)
    await takenOver(operation)
    const { status, result } = await end()
    assert.deepEqual([result, status.partitions_analyzed, status.records_processed], ['success', 4, 8])
    assert.deepEqual(await ids(), copied)
    assert.equal(await units(), 6)
  })

  test('shows no table that somebody else changed while it was written', async () => {
    const { store, half, end, ids } = await begun('sqlite')
    for (let step = 0; step < 3; step += 1) await app.step()
    await store.remove(half)
    const { result, status } = await end()
    assert.deepEqual([result, status.records_processed], ['success', 8])
    assert.deepEqual(await ids(), copied)
  })

  test('begins anew when a file changed that was copied, at last in one go', async () => {
    const { end, ids, units } = await begun('sqlite')
    for (const note of ['c', 'd', 'e']) {
      assert.equal(await app.step(), 'container')
      source.write({ 'part_1.csv': `id,note\n1,${note}\n` })
    }
    const { result, status } = await end()
    assert.deepEqual([result, status.partitions_analyzed, status.records_processed], ['success', 4, 7])
    assert.deepEqual(
      await ids(),
      copied.filter((id) => id !== '11'),
    )
    assert.equal(await units(), 3)
  })

  test('begins anew when a field was masked in between, and no value of it is left', async () => {
    const { store, container, half, shown, end, ids } = await begun('duckdb')
    await app.step()
    assert.deepEqual((await store.read(half, '"note"')).flat().sort(), ['a', 'b'])
    await maskField(app, container, 'note')
    assert.equal((await end()).result, 'success')
    assert.deepEqual(await ids(), copied)
    const notes = (await store.read(shown, '"note"')).flat()
    assert.deepEqual(new Set(notes), new Set(['***MASKED***']))
  })

  test('removes the table that an aborted run left between two steps', async () => {
    const { store, operation, half } = await begun('duckdb')
    await app.step()
    assert.equal((await app.ask('PUT', `/api/operations/abort/${operation}`)).body.result, 'aborted')
    assert.equal((await store.read(half)).length, 2)
    const { end, ids } = await begun('duckdb')
    assert.equal((await end()).result, 'success')
    assert.deepEqual(await ids(), copied)
    await assert.rejects(store.read(half), /does not exist/)
  })

  test('takes Parquet files from file to table by the engine, step by step', async () => {
    source = await app.source({ 'other.csv': 'a\n1\n' })
    for (const part of [1, 2, 3])
      await duckdbRows(
        ':memory:',
        `copy (select ${part} as id, 'n' as note) to '${join(source.folder, `part_${part}.parquet`)}'`,
      )
    await app.trigger(source, { type: 'sync' })
    await finish(app)
    const { store, id } = stores['duckdb'] ?? assert.fail()
    const { body } = await app.ask('PATCH', `/api/datastores/${source.datastore_id}/enrichment/${id}`)
    const operation = await app.trigger(source, { type: 'materialize', container_names: ['part_*.parquet'] })
    await finish(app)
    assert.equal((await app.ended(operation)).result, 'success')
    assert.equal(await unitsOf(operation), 3)
    const container = (await app.containers(source)).get('part_*.parquet')
    const rows = await store.read(`${body.enrichment_prefix}_materialize_${container}`, '"id"', '"id"')
    assert.deepEqual(rows.flat().map(Number), [1, 2, 3])
  })
})
