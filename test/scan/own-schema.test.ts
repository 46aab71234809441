import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { datastoreOn, tableStores, type TableStore } from '../harness/table-stores.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

/** Quoted as in SQL. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

describe('a table that SQL of people names without a schema', () => {
  let app: WorkingApp
  let store: TableStore
  before(async () => {
    app = await startWorkingApp()
    store = await (tableStores['postgresql'] ?? assert.fail())(app.folder)
    await store.run([
      'create table public.orders (id int)',
      'insert into public.orders values (7)',
      'grant usage on schema public to public',
      'grant select on public.orders to public',
    ])
  })
  after(async () => {
    await store.close()
    await app.close()
  })

  for (const schema of ['sales', `it's "all" \\ of, them`]) {
    test(`is that of the schema of the datastore, not of another on the path of the role: ${schema}`, async () => {
      await store.run([
        `create schema ${quoted(schema)}`,
        `create table ${quoted(schema)}.orders (id int)`,
        `insert into ${quoted(schema)}.orders values (1), (2), (3)`,
        `grant usage on schema ${quoted(schema)} to public`,
        `grant select on ${quoted(schema)}.orders to public`,
      ])
      const source = await datastoreOn(app, 'postgresql', { ...store, target: { ...store.target, schema } })
      await app.ended(await app.trigger(source, { type: 'sync' }))
      const { status, body } = await app.ask('POST', '/api/containers', {
        container_type: 'computed_table',
        datastore_id: source.datastore_id,
        name: 'all orders',
        query: 'select id from orders',
      })
      assert.equal(status, 201, JSON.stringify(body))
      await app.check(source, 'orders', {
        rule: 'satisfiesExpression',
        properties: { expression: 'id <= (select max(id) from orders)' },
        filter: 'id in (select id from orders)',
      })
      const run = await app.scan(source)
      assert.deepEqual([run.message, run.status.anomalies_identified], [null, 0])
      assert.deepEqual(
        run.container_scans.map(({ records_processed }: { records_processed: number }) => records_processed),
        [3, 3],
      )
      const { body: checks } = await app.ask('GET', `/api/operations/${run.id}/scan-checks`)
      assert.deepEqual(
        checks.items.map(({ assertion_result }: { assertion_result: string }) => assertion_result),
        ['passed'],
      )
    })
  }
})
