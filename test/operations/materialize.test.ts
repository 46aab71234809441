import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { duckdbRows, unwritten, writtenStores, type WrittenStore } from '../connectors/written-tables.ts'
import { maskField } from '../harness/factories.ts'
import { finish } from '../harness/runs.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'
import { writtenDatastore } from '../harness/written-datastore.ts'

const orders = `id,price,paid,day,at,note
1,1.5,true,2026-01-02,2026-01-02 03:04:05.123456,"a, ""b"" \\ c"
2,,false,,,
9007199254740993,-0.25,,2025-12-31,2025-12-31 23:59:59,ü
`

describe('a materialize', () => {
  let app: WorkingApp
  let source: Source
  const stores: Record<string, { store: WrittenStore; id: number }> = {}
  before(async () => {
    app = await startWorkingApp({ workers: 0 })
    source = await app.source({
      'orders.csv': orders,
      'part_1.csv': 'id\n1\n2\n3\n',
      'part_2.csv': 'id\n4\n5\n6\n',
    })
    for (const [type, open] of Object.entries(writtenStores)) {
      if (unwritten[type]) continue
      const folder = join(app.folder, `written-${type}`)
      mkdirSync(folder)
      const store = await open(folder)
      stores[type] = { store, id: await writtenDatastore(app, type, store) }
    }
  })
  after(async () => {
    await app.close()
    for (const { store } of Object.values(stores)) await store.close()
  })

  /** Links the source to the store of this type; reads the copy of a container there. */
  const into = async (type: string) => {
    const { store, id } = stores[type] ?? assert.fail(type)
    const { body } = await app.ask('PATCH', `/api/datastores/${source.datastore_id}/enrichment/${id}`)
    const ids = await app.containers(source)
    const copyOf = (name: string) => `${body.enrichment_prefix}_materialize_${ids.get(name)}`
    return {
      store,
      id,
      copyOf,
      read: (name: string, columns = '*', order = '1') => store.read(copyOf(name), columns, order),
    }
  }
  const copied = async (payload: object = {}) => {
    const id = await app.trigger(source, { type: 'materialize', ...payload })
    await finish(app)
    return app.ended(id)
  }

  for (const type of Object.keys(writtenStores)) {
    test(
      `copies rows with the types of the source into ${type}, and takes the place of the copy before`,
      {
        skip: unwritten[type] ?? false,
      },
      async () => {
        const { read } = await into(type)
        for (let time = 0; time < 2; time += 1) {
          const run = await copied()
          assert.deepEqual([run.result, run.message], ['success', null])
          assert.deepEqual(run.status, {
            total_containers: 2,
            containers_analyzed: 2,
            partitions_analyzed: 3,
            records_processed: 9,
          })
        }
        const text = ['mariadb', 'mysql'].includes(type) ? 'char' : 'text'
        const texts = ['id', 'price', 'paid', 'day', 'at', 'note'].map((name) => `cast("${name}" as ${text})`)
        const rows = (await read('orders.csv', texts.join(', '), 'id')).map((row) => row.map(plain))
        assert.deepEqual(rows, [
          ['1', '1.5', 'true', '2026-01-02', '2026-01-02 03:04:05.123456', 'a, "b" \\ c'],
          ['2', null, 'false', null, null, null],
          ['9007199254740993', '-0.25', null, '2025-12-31', '2025-12-31 23:59:59', 'ü'],
        ])
        assert.equal((await read('part_*.csv')).length, 6)
      },
    )
  }

  test('engines that copy among themselves write what goes value by value otherwise', async () => {
    const shop = await app.source({ 'a.csv': 'a\n1\n' })
    await duckdbRows(':memory:', `copy (${typedRows}) to '${join(shop.folder, 'typed.parquet')}'`)
    await app.trigger(shop, { type: 'sync' })
    await finish(app)
    const container = (await app.containers(shop)).get('typed.parquet') ?? 0
    await maskField(app, container, 'secret')
    for (const type of ['duckdb', 'postgresql']) {
      const { store, id } = stores[type] ?? assert.fail(type)
      const { body } = await app.ask('PATCH', `/api/datastores/${shop.datastore_id}/enrichment/${id}`)
      const read = async (payload: object) => {
        await app.trigger(shop, { type: 'materialize', container_names: ['typed.parquet'], ...payload })
        await finish(app)
        const table = `${body.enrichment_prefix}_materialize_${container}`
        const rows = (await store.read(table, '*', 'id')).map((row) => row.map(String))
        const zero = type === 'duckdb' ? 'signbit(f)::varchar' : 'cast(f as text)'
        return { rows, zeros: (await store.read(table, zero, 'id'))[4]?.map(String) }
      }
      const among = await read({})
      const byValue = await read({ max_records_per_partition: 1_000_000 })
      assert.equal(among.rows.length, 6)
      assert.deepEqual(among.rows, byValue.rows, type)
      assert.ok(among.rows.every((row) => row.includes('***MASKED***')))
      // Only values that never were JavaScript's keep the sign of a zero.
      assert.deepEqual(
        [among.zeros, byValue.zeros],
        type === 'duckdb' ? [['true'], ['false']] : [['-0'], ['0']],
      )
    }
  })

  test('a value that the server refuses in the middle of a long copy ends the run with its words, and leaves nothing behind', async () => {
    const shop = await app.source({ 'a.csv': 'a\n1\n' })
    const rows = `select i as id, case when i = 25000 then chr(0) else repeat('x', 100) end as note from range(30000) as numbers(i)`
    await duckdbRows(':memory:', `copy (${rows}) to '${join(shop.folder, 'long.parquet')}'`)
    await app.trigger(shop, { type: 'sync' })
    await finish(app)
    const { store, id } = stores['postgresql'] ?? assert.fail()
    const { body } = await app.ask('PATCH', `/api/datastores/${shop.datastore_id}/enrichment/${id}`)
    const run = await app.trigger(shop, { type: 'materialize', container_names: ['long.parquet'] })
    await finish(app)
    const { result, message } = await app.ended(run)
    assert.equal(result, 'failure')
    assert.match(message, /invalid byte sequence/)
    const tables = (await store.read('pg_tables', 'tablename', '1')).map(([name]) => String(name))
    assert.ok(tables.includes('pg_class'))
    assert.deepEqual(
      tables.filter((name) => name.startsWith(body.enrichment_prefix)),
      [],
    )
  })

  test('takes as many rows of each partition as it is told', async () => {
    const { read } = await into('sqlite')
    const run = await copied({ container_names: ['part_*.csv'], max_records_per_partition: 2 })
    assert.deepEqual([run.status.records_processed, run.max_records_per_partition], [4, 2])
    assert.equal((await read('part_*.csv')).length, 4)
    assert.equal(run.containers.length, 1)
  })

  test('hides masked fields, shows them to Editors who ask, and the audit log says so', async () => {
    const { read } = await into('sqlite')
    const container = (await app.containers(source)).get('orders.csv') ?? 0
    await maskField(app, container, 'price')
    await copied({ container_names: ['orders.csv'] })
    assert.deepEqual(await read('orders.csv', 'distinct price'), [['***MASKED***']])
    const { body: none } = await app.ask('GET', '/api/audit-logs/masking')
    await copied({ container_names: ['orders.csv'], include_masked: true })
    assert.deepEqual(await read('orders.csv', 'price', 'id'), [[1.5], [null], [-0.25]])
    const { body: audit } = await app.ask('GET', '/api/audit-logs/masking')
    assert.equal(audit.total, none.total + 1)
    assert.deepEqual([audit.items[0].resource_id, audit.items[0].masked_field_names], [container, ['price']])
  })

  test('its copies can be browsed, with the values hidden of what is masked now', async () => {
    const { id, copyOf } = await into('sqlite')
    const viewer = await app.user('Member', { Viewer: [source.datastore_id, id] })
    const { body: listed } = await app.ask('GET', `/api/datastores/${id}/listing`, undefined, viewer)
    assert.deepEqual(
      listed.map(({ name, label }: { name: string; label: string }) => [name, label]),
      [
        [copyOf('orders.csv'), 'Copy of orders.csv'],
        [copyOf('part_*.csv'), 'Copy of part_*.csv'],
      ],
    )
    const path = `/api/datastores/${id}/source-records?path=${copyOf('orders.csv')}`
    const { body } = await app.ask('GET', path, undefined, viewer)
    const [first] = JSON.parse(body.source_records)
    assert.deepEqual([first.id, first.price], [1, '***MASKED***'])
    const telling = await app.ask('GET', `${path}&filter=price%20%3E%201`, undefined, viewer)
    assert.equal(telling.status, 422)
    const container = (await app.containers(source)).get('part_*.csv') ?? 0
    const { body: fields } = await app.ask('GET', `/api/containers/${container}/fields`)
    for (const { name } of fields) await maskField(app, container, name)
    const hidden = `/api/datastores/${id}/source-records?path=${copyOf('part_*.csv')}`
    const nothing = await app.ask('GET', hidden, undefined, viewer)
    assert.deepEqual(nothing.body, { source_records: '[]' }, 'where all is masked there is nothing to read')
    const shown = fields.map((field: { id: number }) => ({ id: field.id, status: 'active' }))
    assert.equal((await app.ask('PATCH', '/api/fields', shown)).status, 200)
    const elsewhere = await app.user('Member', { Viewer: [id] })
    assert.deepEqual((await app.ask('GET', `/api/datastores/${id}/listing`, undefined, elsewhere)).body, [])
    assert.equal((await app.ask('GET', path, undefined, elsewhere)).status, 404)
  })

  test('leaves the copy as it was when it is aborted in between, cannot be resumed, and can be rerun', async () => {
    const { read } = await into('sqlite')
    await copied()
    const before = await read('orders.csv', '"note", "price"')
    const id = await app.trigger(source, { type: 'materialize' })
    await app.step()
    assert.equal((await app.ask('PUT', `/api/operations/abort/${id}`)).body.result, 'aborted')
    await finish(app)
    assert.equal((await app.ask('PUT', `/api/operations/run/${id}`)).status, 409)
    assert.deepEqual(await read('orders.csv', '"note", "price"'), before)
    const again = await app.ask('PUT', `/api/operations/rerun/${id}`)
    await finish(app)
    assert.equal((await app.ended(again.body.id)).result, 'success')
  })

  test('fails for the container whose table is not ours, with the remedy, and copies the others', async () => {
    const { store, copyOf, read } = await into('duckdb')
    const name = copyOf('orders.csv')
    await store.remove(name)
    await store.foreign(name)
    const run = await copied()
    assert.equal(run.result, 'failure')
    assert.match(run.message, /1 of 2 containers failed.*did not make.*Rename or drop that table/)
    assert.equal((await read('part_*.csv')).length, 6)
    assert.deepEqual(await store.read(name), [[1]])
    await store.remove(name)
    assert.equal((await copied()).result, 'success')
    const left = await app.ask('GET', `/api/datastores/${stores['duckdb']?.id}/listing`)
    assert.equal(left.body.length, 2)
  })
})

/** Rows of every type that engines tell alike, with what is special in them. */
const typedRows = `
  select i as id, cast(i as tinyint) as tiny, cast(i as uinteger) as unsigned, 'secret ' || i as secret,
    ([null, 'a, "b" \\ c', '', E'two\nlines\r\n\tand a tab', '\\N', 'ü'])[i] as t,
    (['1.5', 'nan', 'inf', '-inf', '-0.0', '0.1']::double[])[i] as f,
    ([1.23, null, -99999999.99, 0, 5, 7]::decimal(10, 2)[])[i] as d,
    ([99999999999999999999999999999999999999, null, -1, 0, 1, 2]::decimal(38, 0)[])[i] as wide,
    i % 2 = 0 as b, date '2024-02-29' + i::integer as day,
    timestamp '2024-01-01 00:00:00.123456' + to_microseconds(i * 7) as at,
    9007199254740993 + i as long
  from range(1, 7) as rows (i)`

/** A text as every store has it. */
function plain(value: unknown, column: number): string | null {
  if (value === null) return null
  if (column === 2) return value === 'true' || value === '1' ? 'true' : 'false'
  return String(value).replace(/\.000000$/, '')
}
