import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writtenStores } from '../connectors/written-tables.ts'
import { describeRuns, finish, scanned } from '../harness/runs.ts'
import { datastoreOn, tableStores } from '../harness/table-stores.ts'
import { writtenDatastore } from '../harness/written-datastore.ts'
import { test } from 'node:test'

describeRuns('copies of rows', (app) => {
  test('have instants where their source has them, under whatever name', async () => {
    const folder = join(app.folder, 'written')
    mkdirSync(folder)
    const shop = (await tableStores['mariadb']?.(app.folder)) ?? assert.fail()
    const results = (await writtenStores['postgresql']?.(folder)) ?? assert.fail()
    try {
      await shop.run([
        'create table orders (price int, seen timestamp(6) null, at datetime(6))',
        `insert into orders values (-1, '2026-01-31 12:00:00.5', '2026-01-31 12:00:00.5')`,
      ])
      const source = await datastoreOn(app, 'mariadb', shop)
      await app.trigger(source, { type: 'sync' })
      await finish(app)
      const enrichment = await writtenDatastore(app, 'results', results)
      const link = `/api/datastores/${source.datastore_id}/enrichment/${enrichment}`
      const { body } = await app.ask('PATCH', link)
      await app.trigger(source, { type: 'materialize' })
      await app.check(source, 'orders', { rule: 'notNegative', fields: ['price'] })
      await scanned(app, source, { remediation: 'append' })
      await finish(app)
      const columns = `pg_typeof("seen")::text, to_char("seen" at time zone 'UTC', 'HH24:MI:SS.MS'), pg_typeof("at")::text`
      const id = (await app.containers(source)).get('orders')
      for (const table of ['mat_orders', `remediation_${id}`])
        assert.deepEqual(await results.read(`${body.enrichment_prefix}_${table}`, columns), [
          ['timestamp with time zone', '12:00:00.500', 'timestamp without time zone'],
        ])
    } finally {
      await shop.close()
      await results.close()
    }
  })

  test('have years before Christ where their source has them', async () => {
    const folder = join(app.folder, 'early')
    mkdirSync(folder)
    const shop = (await tableStores['postgresql']?.(app.folder)) ?? assert.fail()
    const results = (await writtenStores['duckdb']?.(folder)) ?? assert.fail()
    try {
      await shop.run([
        'create table murders (victim text, day date, hour timestamp, moment timestamptz)',
        `insert into murders values ('Caesar', '0044-03-15 BC', '0044-03-15 10:00 BC', '0044-03-15 10:00Z BC')`,
      ])
      const source = await datastoreOn(app, 'postgresql', shop)
      await app.trigger(source, { type: 'sync' })
      await finish(app)
      const enrichment = await writtenDatastore(app, 'early results', results)
      const link = `/api/datastores/${source.datastore_id}/enrichment/${enrichment}`
      const { body } = await app.ask('PATCH', link)
      await app.trigger(source, { type: 'materialize' })
      await finish(app)
      const years = ['day', 'hour', 'moment'].map((name) => `year("${name}")::integer`).join(', ')
      assert.deepEqual(await results.read(`${body.enrichment_prefix}_mat_murders`, years), [[-43, -43, -43]])
    } finally {
      await shop.close()
      await results.close()
    }
  })
})
