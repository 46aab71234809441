import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { mariadbAbsence } from '../harness/mariadb-source.ts'
import { datastoreOn, tableStores, type TableStore } from '../harness/table-stores.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const statements = [
  'create table customers (id integer primary key, email varchar(100), country varchar(10))',
  "insert into customers values (1, 'ada@example.com', 'GB'), (2, 'alan@example.com', 'GB'), (3, null, 'FR')",
  'create table orders (id integer primary key, customer integer, amount decimal(10, 2))',
  'insert into orders values (1, 1, 10.50), (2, 1, -4.25), (3, 2, 99.00), (4, 9, 1.00)',
]

const anyStatus = 'status=active&status=masked&status=missing&status=excluded'

describe('a computed table', { concurrency: false }, () => {
  const app = {} as WorkingApp
  before(async () => void Object.assign(app, await startWorkingApp()))
  after(() => app.close())

  for (const type of Object.keys(tableStores)) {
    const skip = type === 'mariadb' ? mariadbAbsence : false
    describe(`on ${type}`, { skip }, () => {
      let store: TableStore | undefined
      let source: Source
      before(async () => {
        store = await tableStores[type]?.(app.folder)
        assert.ok(store)
        await store.run(statements)
        source = await datastoreOn(app, type, store)
        await synced()
      })
      after(() => store?.close())

      const synced = async () => app.ended(await app.trigger(source, { type: 'sync' }))
      const create = (name: string, query: string, members: object = {}) =>
        app.ask('POST', '/api/containers', {
          container_type: 'computed_table',
          name,
          datastore_id: source.datastore_id,
          query,
          ...members,
        })
      const made = async (name: string, query: string) => {
        const { status, body } = await create(name, query)
        assert.equal(status, 201, JSON.stringify(body))
        return body
      }
      const fieldsOf = async (id: number) =>
        (await app.ask('GET', `/api/containers/${id}/fields?${anyStatus}`)).body as {
          id: number
          name: string
          type: string
          status: string
        }[]
      const lastProfile = async () => {
        const path = `/api/operations?datastore=${source.datastore_id}&operation_type=profile&sort_created=desc&size=1`
        return app.ended((await app.ask('GET', path)).body.items[0].id)
      }

      test('is made of a query, has its fields, is profiled at once, and is judged like any container', async () => {
        const query = `select c.\`country\`, count(*) as orders, sum(o.amount) as total
          from customers c join orders o on o.customer = c.id
          group by c.country -- by country
          ;`
        const { id, container_type, query: kept, metrics } = await made('by_country', query)
        assert.deepEqual([container_type, kept, metrics.fields], ['computed_table', query, 3])
        assert.deepEqual(
          (await fieldsOf(id)).map((field) => [field.name, field.type]),
          [
            ['country', 'String'],
            ['orders', 'Integral'],
            ['total', 'Fractional'],
          ],
        )
        assert.equal((await lastProfile()).result, 'success')
        const profiles = await app.ask('GET', `/api/containers/${id}/field-profiles`)
        const total = profiles.body.items.find(({ name }: { name: string }) => name === 'total')
        assert.equal(total.sum, 105.25)
        await app.check(source, 'by_country', {
          rule: 'maxValue',
          fields: ['total'],
          properties: { value: 100, inclusive: true },
          filter: "country = 'GB'",
        })
        await app.check(source, 'by_country', {
          rule: 'existsIn',
          fields: ['country'],
          properties: {
            field_name: 'country',
            ref_container_id: (await app.containers(source)).get('customers'),
            ref_datastore_id: source.datastore_id,
          },
        })
        const scan = await app.scan(source)
        assert.equal(scan.result, 'success')
        assert.equal(scan.status.anomalies_identified, 1)
        const found = await app.ask('GET', `/api/anomalies?container=${id}`)
        assert.equal(found.body.items.length, 1)
        assert.match(found.body.items[0].failed_checks[0].message, /105\.25/)
      })

      test('is refused with its reason, and nothing is kept', async () => {
        const queries: [string, RegExp][] = [
          ['delete from orders', /begins with "delete"/],
          ['select id from orders; drop table orders', /semicolon/],
          ['select id, amount as ID from orders', /the column "ID" twice/i],
          ['select id from nowhere', /nowhere/],
          ['', /needs query/],
          ['-- nothing', /empty/],
          ['select {{ x }} as x from orders', /variable/],
          ['with gone as (delete from orders returning id) select id from gone', /./],
          ['select id from orders) as t; drop table orders; select * from (select 1 as id', /./],
        ]
        const before = await app.rows()
        for (const [query, reason] of queries) {
          const { status, body } = await create('refused', query)
          assert.equal(status, 422, `${query}: ${JSON.stringify(body)}`)
          assert.deepEqual(body.detail[0].loc, ['body', 'query'])
          assert.match(body.detail[0].msg, reason, query)
        }
        for (const name of ['_qualytics_x', '_Assay_anomalies']) {
          const { status, body } = await create(name, 'select id from orders')
          assert.deepEqual([status, body.detail[0].loc], [422, ['body', 'name']])
        }
        assert.equal((await create('orders', 'select id from orders')).status, 409)
        assert.equal(await app.rows(), before)
      })

      test('whose query gives no row in time is refused when it is tried or made', async () => {
        const body = {
          container: {
            container_type: 'computed_table',
            name: 'endless',
            datastore_id: source.datastore_id,
            query: endless(type),
          },
        }
        const before = await app.rows()
        const answer = await app.ask('POST', '/api/containers/validate?timeout_seconds=1', body)
        assert.equal(answer.status, 422, JSON.stringify(answer.body))
        assert.match(answer.body.detail[0].msg, /No row came within 1 seconds/)
        const making = await app.ask('POST', '/api/containers?timeout_seconds=1', body.container)
        assert.deepEqual(answer.body.detail[0].loc, ['body', 'container', 'query'])
        const made = { ...answer.body.detail[0], loc: ['body', 'query'] }
        assert.deepEqual([making.status, making.body.detail[0]], [422, made])
        body.container.query = 'select id from orders'
        assert.equal((await app.ask('POST', '/api/containers/validate', body)).status, 204)
        assert.equal(await app.rows(), before)
      })

      test('takes another query; fields that checks name go only when that is meant', async () => {
        const { id } = await made('changing', 'select id, amount from orders')
        await lastProfile()
        const check = await app.check(source, 'changing', { rule: 'notNegative', fields: ['amount'] })
        const put = (change: object) =>
          app.ask('PUT', `/api/containers/${id}`, { container_type: 'computed_table', ...change })
        const refused = await put({ query: 'select id, customer from orders' })
        assert.equal(refused.status, 409)
        assert.match(refused.body.detail, /"amount" \(checks: 1, anomalies: 0\)/)
        const changed = await put({
          query: 'select id, customer from orders',
          name: 'changed',
          force_drop_fields: true,
        })
        assert.equal(changed.status, 200, JSON.stringify(changed.body))
        assert.equal(changed.body.name, 'changed')
        assert.deepEqual(
          (await fieldsOf(id)).map((field) => [field.name, field.status]),
          [
            ['id', 'active'],
            ['amount', 'missing'],
            ['customer', 'active'],
          ],
        )
        assert.equal((await app.ask('GET', `/api/quality-checks/${check}`)).body.status, 'Archived')
        assert.equal((await lastProfile()).result, 'success')
        assert.equal((await put({ name: 'orders' })).status, 409)
        assert.equal((await app.ask('DELETE', `/api/containers/${id}`)).status, 204)
      })

      test('stays over a sync that prunes, and says what it can no longer read', async () => {
        await store?.run(['create table passing (id integer)', 'insert into passing values (1)'])
        const { id } = await made('over_passing', 'select id from passing')
        await lastProfile()
        await app.check(source, 'over_passing', { rule: 'notNull', fields: ['id'] })
        await store?.run(['drop table passing'])
        const sync = await app.ended(await app.trigger(source, { type: 'sync', prune: true }))
        assert.equal(sync.result, 'failure')
        const { body } = await app.ask('GET', `/api/containers/${id}`)
        assert.equal(body.status, 'unloadable')
        assert.match(body.status_reason, /passing/)
        const scan = await app.scan(source, { container_names: ['over_passing'] })
        assert.equal(scan.result, 'failure')
        assert.match(scan.message, /over_passing/)
        await app.ask('DELETE', `/api/containers/${id}`)
      })

      test('hides what may come from masked fields, from its making or from the masking on', async () => {
        const before = await made('mails_before', 'select email as contact, country from customers')
        await lastProfile()
        const customers = (await app.containers(source)).get('customers') ?? 0
        const mail = (await fieldsOf(customers)).find(({ name }) => name === 'email')
        await app.ask('PUT', `/api/fields/${mail?.id}`, { status: 'masked' })
        const after = await made('mails_after', 'select upper(email) as contact, country from customers')
        await lastProfile()
        const unrelated = await made('amounts', 'select amount from orders')
        const statuses = async ({ id }: { id: number }) => (await fieldsOf(id)).map(({ status }) => status)
        assert.deepEqual(await statuses(before), ['masked', 'masked'])
        assert.deepEqual(await statuses(after), ['masked', 'masked'])
        assert.deepEqual(await statuses(unrelated), ['active'])
        const [, country] = await fieldsOf(after.id)
        const shown = await app.ask('PUT', `/api/fields/${country?.id}`, { status: 'active' })
        assert.equal(shown.body.status, 'active')
        await lastProfile()
        assert.deepEqual(await statuses(after), ['masked', 'active'])
        const profiles = await app.ask('GET', `/api/containers/${after.id}/field-profiles`)
        assert.match(JSON.stringify(profiles.body), /FR/)
        assert.doesNotMatch(JSON.stringify(profiles.body), /example/i)
      })
    })
  }

  test('needs a database, and Editor on its datastore', async () => {
    const files = await app.source({ 'a.csv': 'id\n1\n' })
    const body = {
      container_type: 'computed_table',
      name: 'x',
      datastore_id: files.datastore_id,
      query: 'select 1 as a',
    }
    const refused = await app.ask('POST', '/api/containers', body)
    assert.equal(refused.status, 422)
    assert.deepEqual(refused.body.detail[0].loc, ['body', 'container_type'])
    const author = await app.user('Member', { Author: [files.datastore_id] })
    assert.equal((await app.ask('POST', '/api/containers', body, author)).status, 403)
    assert.equal((await app.ask('POST', '/api/containers', { ...body, datastore_id: 999 })).status, 404)
  })
})

/** A query that does not give a row within an hour. */
function endless(type: string): string {
  // This server bounds recursion.
  if (type !== 'mariadb')
    return 'with recursive counted (n) as (select 1 union all select n + 1 from counted where n > 0) select max(n) as n from counted'
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const tables = names.map((name) => `information_schema.columns ${name}`)
  return `select a.table_name from ${tables.join(', ')} where ${names.map((name) => `${name}.ordinal_position`).join(' + ')} = -1`
}
