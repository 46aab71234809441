import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const anyStatus = 'status=active&status=masked&status=missing&status=excluded'

describe('a computed file', { concurrency: false }, () => {
  const app = {} as WorkingApp
  let source: Source
  before(async () => {
    Object.assign(app, await startWorkingApp())
    source = await app.source({
      'sales_2024-01.csv': 'id;shop;price;seller\n1;north;1,50;Ada Lovelace\n2;south;;Alan Turing\n',
      'sales_2024-02.csv': 'id;shop;price;seller\n3;north;2,25;Ada Lovelace\n4;south;7;Grace Hopper\n',
    })
    const all = (await app.containers(source)).get('sales_*.csv')
    const { status } = await app.ask('PUT', `/api/containers/${all}`, {
      container_type: 'file',
      decimal_separator: ',',
    })
    assert.equal(status, 200)
  })
  after(() => app.close())

  const create = async (name: string, select_clause: string, members: object = {}) => {
    const { status, body } = await app.ask('POST', '/api/containers', {
      container_type: 'computed_file',
      name,
      source_container_id: (await app.containers(source)).get('sales_*.csv'),
      select_clause,
      ...members,
    })
    assert.equal(status, 201, JSON.stringify(body))
    return body as { id: number }
  }
  const fieldsOf = async ({ id }: { id: number }) =>
    (await app.ask('GET', `/api/containers/${id}/fields?${anyStatus}`)).body as {
      id: number
      name: string
      type: string
      status: string
    }[]
  const profiled = async () => {
    const path = `/api/operations?datastore=${source.datastore_id}&operation_type=profile&sort_created=desc&size=1`
    return app.ended((await app.ask('GET', path)).body.items[0].id)
  }

  test('reads all files of its source with the settings of that, and is judged whole', async () => {
    const shops = await create('shops', 'shop, count(*) as sales, sum(price) as total', {
      where_clause: 'id <> 4',
      group_by_clause: 'shop',
    })
    assert.equal((await profiled()).result, 'success')
    assert.deepEqual(
      (await fieldsOf(shops)).map(({ name, type }) => [name, type]),
      [
        ['shop', 'String'],
        ['sales', 'Integral'],
        ['total', 'Fractional'],
      ],
    )
    await app.check(source, 'shops', {
      rule: 'maxValue',
      fields: ['total'],
      properties: { value: 3, inclusive: true },
    })
    await app.check(source, 'shops', { rule: 'notNull', fields: ['total'] })
    const scan = await app.scan(source)
    assert.equal(scan.result, 'success')
    const { body } = await app.ask('GET', `/api/anomalies?container=${shops.id}`)
    const messages = body.items.map(
      (anomaly: { failed_checks: { message: string }[] }) => anomaly.failed_checks[0]?.message,
    )
    assert.equal(messages.length, 2)
    assert.match(messages.join(), /3\.75/)
    const again = await app.scan(source)
    assert.equal(again.status.anomalies_identified, 2, 'a second scan reads it again')
  })

  test('may read another computed one, which then cannot be deleted, and never itself', async () => {
    const first = await create('first', 'id, price')
    const second = await create('second', 'id', { source_container_id: first.id, where_clause: 'price > 2' })
    await profiled()
    const { body } = await app.ask('GET', `/api/containers/${second.id}/field-profiles`)
    assert.equal(body.items[0].sum, 7)
    const change = { source_container_id: second.id }
    const cycle = await app.ask('PUT', `/api/containers/${first.id}`, change)
    assert.equal(cycle.status, 422)
    assert.match(cycle.body.detail[0].msg, /"first" would read itself/)
    assert.equal((await app.ask('DELETE', `/api/containers/${first.id}`)).status, 409)
  })

  test('keeps the container that it reads from a sync that prunes, whose log tells it from what was removed', async () => {
    const emptied = await app.source({
      'read.csv': 'id\n1\n',
      'other.csv': 'id\n1\n',
      'stays.csv': 'id\n1\n',
    })
    const id = (await app.containers(emptied)).get('read.csv')
    const { status } = await app.ask('POST', '/api/containers', {
      container_type: 'computed_file',
      name: 'reader',
      source_container_id: id,
      select_clause: 'id',
    })
    assert.equal(status, 201)
    for (const name of ['read.csv', 'other.csv']) emptied.remove(name)
    const sync = await app.ended(await app.trigger(emptied, { type: 'sync', prune: true }))
    const { body } = await app.ask('GET', `/api/operations/${sync.id}/logs`)
    const said = body.items.map(({ message }: { message: string }) => message).toSorted()
    assert.deepEqual(said, [
      '"other.csv" is gone from the source and was removed.',
      '"read.csv" is gone from the source; it is kept as inaccessible.',
    ])
    assert.equal((await app.ask('GET', `/api/containers/${id}`)).body.status, 'inaccessible')
  })

  test('says which field of its source is gone, and leaves its checks without a verdict', async () => {
    const lost = await app.source({ 'a.csv': 'id,price\n1,-5\n' })
    const { body } = await app.ask('POST', '/api/containers', {
      container_type: 'computed_file',
      name: 'lost',
      source_container_id: (await app.containers(lost)).get('a.csv'),
      select_clause: 'id, price * 2 as double',
    })
    const check = await app.check(lost, 'lost', { rule: 'notNegative', fields: ['double'] })
    lost.write({ 'a.csv': 'id,cost\n1,-5\n' })
    const sync = await app.ended(await app.trigger(lost, { type: 'sync', prune: true }))
    assert.equal(sync.result, 'failure')
    const found = await app.ask('GET', `/api/containers/${body.id}`)
    assert.match(found.body.status_reason, /price/)
    const scan = await app.scan(lost, { container_names: ['lost'] })
    assert.equal(scan.result, 'failure')
    assert.match(JSON.stringify(scan), /price/)
    const state = await app.ask('GET', `/api/quality-checks/${check}`)
    assert.equal(state.body.status, 'Active')
    lost.write({ 'a.csv': 'id,price\n1,-5\n' })
    await app.ended(await app.trigger(lost, { type: 'sync' }))
    const mended = await app.scan(lost, { container_names: ['lost'] })
    assert.deepEqual([mended.result, mended.status.anomalies_identified], ['success', 1])
  })

  test('hides what may come from a masked field, and only that where it can be told', async () => {
    const all = (await app.containers(source)).get('sales_*.csv') ?? 0
    const seller = (await fieldsOf({ id: all })).find(({ name }) => name === 'seller')
    const masked = await app.ask('PUT', `/api/fields/${seller?.id}`, { status: 'masked' })
    assert.equal(masked.body.status, 'masked')
    const statuses = async (container: { id: number }) =>
      (await fieldsOf(container)).map(({ name, status }) => `${name} ${status}`)
    const cases: [select: string, expected: string[]][] = [
      ['id, price * 2 as twice', ['id active', 'twice active']],
      ['*', ['id active', 'shop active', 'price active', 'seller masked']],
      ['id, upper(seller) as shop', ['id masked', 'shop masked']],
      ['`id`, `price` * 2 as `twice it`', ['id active', 'twice it active']],
      ['id, upper(`seller`) as shop', ['id masked', 'shop masked']],
      ['id, rows_of as everything', ['id masked', 'everything masked']],
      ['* exclude (seller)', ['id masked', 'shop masked', 'price masked']],
      ["id, max(columns('s.*r'))", ['id masked', 'seller masked']],
    ]
    for (const [index, [select, expected]] of cases.entries()) {
      const grouped = select.includes('max') ? { group_by_clause: 'id' } : {}
      assert.deepEqual(await statuses(await create(`case ${index}`, select, grouped)), expected, select)
    }
    await profiled()
    const stored = await app.environment.store.pool.query('select name from containers')
    assert.ok(stored.rows.length > 0)
    const answers = await Promise.all(
      cases.map(async (_, index) => {
        const id = (await app.containers(source)).get(`case ${index}`)
        return (await app.ask('GET', `/api/containers/${id}/field-profiles`)).body
      }),
    )
    assert.doesNotMatch(JSON.stringify(answers), /Lovelace|LOVELACE/i)
  })
})
