import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { connectors } from '../../src/connectors/registry.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { describeRuns, finish, scanned } from '../harness/runs.ts'
import { cutBy, datastoreOn, tableStores, type TableStore } from '../harness/table-stores.ts'
import type { Source } from '../harness/working-app.ts'

const hidden = (what: string, role: string): string =>
  `Row-level security applies to ${what} for the role "${role}": rows hidden by a policy are not seen, neither counted nor checked. To check all rows, give the role BYPASSRLS in the database or connect with one that has it.`

describeRuns('row-level security in PostgreSQL', (app) => {
  let store: TableStore
  let source: Source
  let reader = ''
  let owner = ''
  before(async () => {
    store = (await tableStores['postgresql']?.('')) ?? assert.fail()
    reader = (store.connection as { username: string }).username
    owner = `${reader}_owner`
    await store.run([
      'create table sales (id int primary key, price int, shop int)',
      'insert into sales select id, id - 3, id % 2 from generate_series(1, 10) as id',
      'alter table sales enable row level security',
      'create policy own_shop on sales for select using (shop = 1)',
      'create table plain (id int primary key)',
      'insert into plain values (1), (2)',
      'create view through_owner as select id from sales',
      'create view through_reader with (security_invoker = on) as select id from sales',
      'create view above as select id from through_reader',
      `create role ${owner} nologin`,
      `grant select on sales to ${owner}`,
      'create view of_another as select id from sales',
      `alter view of_another owner to ${owner}`,
      `grant select on of_another to ${reader}`,
    ])
    source = await datastoreOn(app, 'postgresql', store)
    await app.trigger(source, { type: 'sync' })
    await finish(app)
  })
  after(async () => {
    await store.run([`drop owned by ${owner}`, `drop role ${owner}`])
    await store.close()
  })

  test('is told at a sync of the tables and views that it hides rows of, and of no other', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-rows-'))
    const connector = connectors.find('postgresql') ?? assert.fail()
    const target = { database: null, schema: null, root_path: null, ...store.target }
    const session = await connector.open(store.connection, target, boundsIn(folder))
    const told = new Map<string, string[]>()
    for await (const { name, remarks = [] } of session.discover())
      if (remarks.length > 0) told.set(name, remarks)
    const counted = await session.query({
      sql: `select (select count(*) from through_owner), (select count(*) from through_reader),
        (select count(*) from above), (select count(*) from of_another)`,
      parameters: [],
    })
    await session.close()
    rmSync(folder, { recursive: true })
    assert.deepEqual(counted.rows, [[10, 5, 5, 5]], 'whom the server hides rows from')
    assert.deepEqual(Object.fromEntries(told), {
      above: [hidden('"sales", which "above" shows,', reader)],
      of_another: [hidden('"sales", which "of_another" shows,', owner)],
      sales: [hidden('"sales"', reader)],
      through_reader: [hidden('"sales", which "through_reader" shows,', reader)],
    })
  })

  test('is told by a scan of such a table, in its message and its log and on the container', async () => {
    await app.check(source, 'sales', { rule: 'notNegative', fields: ['price'] })
    const scan = await scanned(app, source, { container_names: ['sales', 'plain'] })
    assert.equal(scan.result, 'success')
    assert.equal(scan.message, hidden('"sales"', reader))
    const shown = scan.container_scans as {
      id: number
      container: { name: string }
      records_processed: number
      message: string
    }[]
    assert.deepEqual(
      shown.map(({ container, records_processed, message }) => [container.name, records_processed, message]),
      [
        ['plain', 2, null],
        ['sales', 5, hidden('"sales"', reader)],
      ],
    )
    const { body } = await app.ask('GET', `/api/operations/${scan.id}/logs`)
    const warnings = (body.items as { level: string; message: string }[]).filter(
      ({ level }) => level === 'warning',
    )
    assert.deepEqual(
      warnings.map(({ message }) => message),
      [hidden('"sales"', reader)],
    )
    const single = await app.ask('GET', `/api/container-scans/${shown[1]?.id}`)
    assert.equal(single.body.message, hidden('"sales"', reader))
  })

  test('is told by a scan that reads the table in several parts, and counted for several containers', async () => {
    app.environment.sources.rows_per_partition = 2
    await cutBy(app, source, 'sales', 'id')
    const scan = await scanned(app, source, { container_names: ['sales', 'above', 'of_another'] })
    assert.equal(scan.result, 'success', scan.message)
    assert.equal(
      scan.message,
      `${hidden('"sales", which "above" shows,', reader)} So it is with 2 more; the log has each remark.`,
    )
  })

  test('is told by a scan of another table whose check only refers to such a one, in the same datastore or in another', async () => {
    const ids = await app.containers(source)
    const elsewhere = await app.source({ 'ids.csv': 'id\n1\n2\n' })
    const refersTo = { rule: 'existsIn', fields: ['id'] }
    const properties = { ref_container_id: ids.get('sales'), field_name: 'id' }
    await app.check(source, 'plain', { ...refersTo, properties })
    await app.check(elsewhere, 'ids.csv', { ...refersTo, properties })
    for (const [from, name] of [
      [source, 'plain'],
      [elsewhere, 'ids.csv'],
    ] as const) {
      const scan = await scanned(app, from, { container_names: [name] })
      assert.equal(scan.result, 'success', scan.message)
      const { body } = await app.ask('GET', `/api/operations/${scan.id}/logs`)
      const warnings = (body.items as { level: string; message: string }[]).filter(
        ({ level }) => level === 'warning',
      )
      assert.deepEqual(
        warnings.map(({ message }) => message),
        [hidden('"sales"', reader)],
        name,
      )
    }
  })

  test('is told no more once the role may see every row', async () => {
    await store.run([`alter role ${reader} bypassrls`])
    const scan = await scanned(app, source, { container_names: ['sales', 'through_reader'] })
    await store.run([`alter role ${reader} nobypassrls`])
    assert.equal(scan.message, null)
    assert.deepEqual(
      scan.container_scans.map((one: { records_processed: number }) => one.records_processed),
      [10, 10],
    )
  })
})
