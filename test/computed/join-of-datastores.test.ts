import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { makeDatastore } from '../harness/factories.ts'
import { datastoreOn, tableStores, type TableStore } from '../harness/table-stores.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

test('a computed join with SQLite keeps digits that its declarations do not have', async () => {
  const app = await startWorkingApp()
  const store = await tableStores['sqlite']?.(app.folder)
  assert.ok(store)
  try {
    await store.run([
      'create table loose (id integer primary key, price decimal(10, 2))',
      'insert into loose values (1, 1.23456)',
    ])
    const loose = await datastoreOn(app, 'sqlite', store)
    await app.ended(await app.trigger(loose, { type: 'sync' }))
    const files = await app.source({ 'customers.csv': 'number,country\n1,GB\n' })
    const { status, body } = await app.ask('POST', '/api/containers', {
      container_type: 'computed_join',
      name: 'loose with customers',
      left_container_id: (await app.containers(loose)).get('loose'),
      right_container_id: (await app.containers(files)).get('customers.csv'),
      left_join_field_name: 'id',
      right_join_field_name: 'number',
      join_type: 'left',
      left_prefix: 'o',
      right_prefix: 'c',
      select_clause: 'o_price, c_country',
    })
    assert.equal(status, 201, JSON.stringify(body))
    const shown = await app.ask('GET', `/api/containers/${body.id}/source-records`)
    assert.deepEqual(shown.body.items[0].record, { o_price: 1.23456, c_country: 'GB' })
  } finally {
    await app.close()
    await store.close()
  }
})

describe('a computed join of a table and a file', { concurrency: false }, () => {
  const app = {} as WorkingApp
  let store: TableStore | undefined
  let orders: Source
  let files: Source
  let left = 0
  let right = 0
  before(async () => {
    Object.assign(app, await startWorkingApp())
    store = await tableStores['postgresql']?.(app.folder)
    assert.ok(store)
    await store.run([
      'create table orders (id bigint primary key, customer integer, amount numeric(12, 2), placed timestamptz)',
      `insert into orders values (1, 1, 10.50, '2024-01-02 03:04:05Z'), (2, 1, -4.25, null), (3, 9, 99.00, null), (4, null, 0, null)`,
    ])
    orders = await datastoreOn(app, 'postgresql', store)
    await app.ended(await app.trigger(orders, { type: 'sync' }))
    files = await app.source({ 'customers.csv': 'number,email,country\n1,k7canary@x.org,GB\n2,,FR\n' })
    left = (await app.containers(orders)).get('orders') ?? 0
    right = (await app.containers(files)).get('customers.csv') ?? 0
  })
  after(async () => {
    await app.close()
    await store?.close()
  })

  const settings = (members: object = {}) => ({
    container_type: 'computed_join',
    name: 'orders with customers',
    left_container_id: left,
    right_container_id: right,
    left_join_field_name: 'customer',
    right_join_field_name: 'number',
    join_type: 'left',
    left_prefix: 'o',
    right_prefix: 'c',
    select_clause: 'o_id, o_amount, c_country, upper(c_country) as country, o_placed',
    ...members,
  })
  const create = (members: object = {}, token?: string) =>
    app.ask('POST', '/api/containers', settings(members), token)
  const validate = (members: object = {}) =>
    app.ask('POST', '/api/containers/validate', { container: settings(members) })
  const profiled = async () => {
    const path = `/api/operations?datastore=${orders.datastore_id}&operation_type=profile&sort_created=desc&size=1`
    return app.ended((await app.ask('GET', path)).body.items[0].id)
  }
  const fieldsOf = async (id: number) =>
    (await app.ask('GET', `/api/containers/${id}/fields?status=active&status=masked`)).body as {
      id: number
      name: string
      type: string
      status: string
    }[]
  let made = 0

  test('is saved with its fields, profiled, judged and shown like any container', async () => {
    assert.equal((await validate()).status, 204)
    const { status, body } = await create()
    assert.equal(status, 201, JSON.stringify(body))
    made = body.id
    assert.deepEqual(
      [body.datastore_id, body.left_container_id, body.right_container_id, body.join_type, body.left_prefix],
      [orders.datastore_id, left, right, 'left', 'o'],
    )
    assert.deepEqual(
      (await fieldsOf(made)).map(({ name, type }) => [name, type]),
      [
        ['o_id', 'Integral'],
        ['o_amount', 'Fractional'],
        ['c_country', 'String'],
        ['country', 'String'],
        ['o_placed', 'Timestamp'],
      ],
    )
    const profile = await profiled()
    assert.equal(profile.result, 'success', JSON.stringify(profile))
    const profiles = await app.ask('GET', `/api/containers/${made}/field-profiles`)
    const amount = profiles.body.items.find(({ name }: { name: string }) => name === 'o_amount')
    assert.equal(amount.sum, 105.25)
    await app.check(orders, 'orders with customers', { rule: 'notNegative', fields: ['o_amount'] })
    await app.check(orders, 'orders with customers', {
      rule: 'satisfiesExpression',
      properties: { expression: `country = 'GB' or o_id > 2` },
    })
    await app.check(orders, 'orders with customers', {
      rule: 'existsIn',
      fields: ['o_id'],
      properties: { ref_container_id: left, field_name: 'id' },
    })
    const scan = await app.scan(orders)
    assert.equal(scan.result, 'success', JSON.stringify(scan))
    const results = await app.ask('GET', `/api/operations/${scan.id}/scan-checks?container=${made}`)
    assert.doesNotMatch(JSON.stringify(results.body), /unasserted/)
    const { body: found } = await app.ask('GET', `/api/anomalies?container=${made}`)
    assert.equal(found.total, 1)
    const record = await app.ask('GET', `/api/anomalies/${found.items[0].id}/source-record`)
    assert.match(JSON.stringify(record.body), /-4\.25/)
    const shown = await app.ask(
      'GET',
      `/api/containers/${made}/source-records?sort_columns=o_id&filter=o_id<3`,
    )
    assert.deepEqual(
      shown.body.items.map(({ record: one }: { record: Record<string, unknown> }) => [
        one['o_id'],
        one['country'],
      ]),
      [
        [1, 'GB'],
        [2, 'GB'],
      ],
      JSON.stringify(shown.body),
    )
    const again = await app.ask('PUT', `/api/containers/${made}`, body)
    assert.deepEqual([again.status, again.body.query], [200, null], 'what was read can be sent back')
    const sync = await app.ended(await app.trigger(orders, { type: 'sync', prune: true }))
    assert.deepEqual([sync.result, sync.status.containers_removed], ['success', 0])
  })

  test('is copied into an enrichment datastore as any container', async () => {
    const enrichment = await makeDatastore(app, {}, { enrichment_only: true })
    const path = `/api/datastores/${orders.datastore_id}/enrichment/${enrichment}`
    assert.equal((await app.ask('PATCH', path)).status, 200)
    const container_names = ['orders with customers']
    const run = await app.ended(await app.trigger(orders, { type: 'materialize', container_names }))
    assert.deepEqual([run.result, run.message, run.status.records_processed], ['success', null, 4])
    const { body: tables } = await app.ask('GET', `/api/datastores/${enrichment}/listing`)
    const copy = tables.find(({ label }: { label: string }) => label.startsWith('Copy of'))
    const { body } = await app.ask('GET', `/api/datastores/${enrichment}/source-records?path=${copy.name}`)
    const rows: Record<string, unknown>[] = JSON.parse(body.source_records)
    assert.deepEqual(
      rows.map((row) => [Number(row['o_id']), row['country']]),
      [
        [1, 'GB'],
        [2, 'GB'],
        [3, null],
        [4, null],
      ],
    )
    for (const asset_type of ['anomalies', 'checks', 'profiles']) {
      const payload = { type: 'export', asset_type, container_ids: [made] }
      const { result, message } = await app.ended(await app.trigger(orders, payload))
      assert.deepEqual([asset_type, result, message], [asset_type, 'success', null])
    }
    const { body: written } = await app.ask('GET', `/api/datastores/${enrichment}/listing`)
    const exports = written.filter(({ name }: { name: string }) => name.endsWith('_export'))
    const counts: unknown[] = []
    for (const { name } of exports) {
      const all = await app.ask('GET', `/api/datastores/${enrichment}/source-records?path=${name}`)
      counts.push([
        name.replace(/^.*_(?=(?:anomalies|checks|field_profiles)_export$)/, ''),
        JSON.parse(all.body.source_records).length,
      ])
    }
    assert.deepEqual(counts, [
      ['anomalies_export', 1],
      ['checks_export', 3],
      ['field_profiles_export', 5],
    ])
    await app.ask('DELETE', `/api/datastores/${orders.datastore_id}/enrichment`)
  })

  test('has its checks tried over both sides, with the rows that would fail', async () => {
    const definition = { rule: 'satisfiesExpression', properties: { expression: `country = 'GB'` } }
    const check = await app.check(orders, 'orders with customers', { ...definition, status: 'Draft' })
    const { status, body } = await app.ask('POST', `/api/quality-checks/${check}/dry-run`)
    assert.deepEqual(
      [status, body.assertion_result, body.anomalous_records, body.records_processed],
      [200, 'passed', 0, 4],
      JSON.stringify(body),
    )
    const present = await app.check(orders, 'orders with customers', {
      rule: 'notNull',
      fields: ['country'],
      status: 'Draft',
    })
    const failing = (await app.ask('POST', `/api/quality-checks/${present}/dry-run`)).body
    assert.deepEqual([failing.assertion_result, failing.anomalous_records], ['failed', 2])
    assert.match(JSON.stringify(failing.source_records), /"o_id":\s*3/)
  })

  test('what its sides cannot be joined by, or its clauses cannot be, is refused with the member', async () => {
    const refused: [members: object, place: string, reason: RegExp][] = [
      [{ right_prefix: 'O' }, 'right_prefix', /same prefix/],
      [{ right_join_field_name: 'email' }, 'right_join_field_name', /cannot be compared/],
      [{ left_join_field_name: 'nowhere' }, 'left_join_field_name', /no field called "nowhere"/],
      [{ left_container_id: null }, 'left_container_id', /needs left_container_id/],
      [{ select_clause: 'o_id, c_nothing' }, 'select_clause', /c_nothing/],
      [{ select_clause: 'o_id, O_ID' }, 'select_clause', /twice/],
      [{ select_clause: 'cast(c_country as integer) as n' }, 'select_clause', /first row/],
      [{ query: 'select 1' }, 'query', /has no query/],
      [{ name: '_assay_x' }, 'name', /_assay/],
      [{ datastore_id: files.datastore_id }, 'datastore_id', /left container/],
    ]
    for (const [members, place, reason] of refused) {
      const { status, body } = await validate({ name: 'other', ...members })
      assert.deepEqual(
        [status, body.detail?.[0]?.loc?.join('.')],
        [422, `body.container.${place}`],
        JSON.stringify(body),
      )
      assert.match(body.detail[0].msg, reason)
    }
    const cycle = await app.ask('PUT', `/api/containers/${made}`, {
      right_container_id: made,
      right_join_field_name: 'o_id',
    })
    assert.equal(cycle.status, 422)
    assert.match(cycle.body.detail[0].msg, /would read itself/)
  })

  test('only an Editor of both datastores makes it, and its sides are not deleted while it reads them', async () => {
    const editor = await app.user('Member', { Editor: [orders.datastore_id], Author: [files.datastore_id] })
    assert.equal((await create({ name: 'mine' }, editor)).status, 403)
    const stranger = await app.user('Member', { Editor: [orders.datastore_id] })
    assert.equal((await create({ name: 'mine' }, stranger)).status, 404)
    const path = `/api/containers/${made}`
    const { body: read } = await app.ask('GET', path, undefined, stranger)
    for (const [token, refused] of [
      [editor, 403],
      [stranger, 404],
    ] as const) {
      const described = await app.ask('PUT', path, { ...read, description: `by ${refused}` }, token)
      assert.deepEqual([described.status, described.body.description], [200, `by ${refused}`])
      assert.equal((await app.ask('PUT', path, { where_clause: 'o_id > 0' }, token)).status, refused)
    }
    assert.equal((await app.ask('DELETE', `/api/containers/${right}`)).status, 409)
    assert.equal((await app.ask('DELETE', `/api/datastores/${files.datastore_id}`)).status, 409)
  })

  test('keeps years before Christ, and has NULL for a decimal that is NaN', async () => {
    await store?.run([
      'create table odd (number integer, price numeric(10, 2), day date, moment timestamptz)',
      `insert into odd values (1, 'NaN', '0044-03-15 BC', '0044-03-15 10:00Z BC'), (2, 7.5, 'infinity', null)`,
    ])
    await app.ended(await app.trigger(orders, { type: 'sync' }))
    const odd = (await app.containers(orders)).get('odd')
    const { status, body } = await create({
      name: 'odd with customers',
      left_container_id: odd,
      left_join_field_name: 'number',
      select_clause: `o_number, o_price, o_day, o_moment, c_country, o_day < date '0001-01-01' as is_early`,
    })
    assert.equal(status, 201, JSON.stringify(body))
    const shown = await app.ask('GET', `/api/containers/${body.id}/source-records?sort_columns=o_number`)
    assert.deepEqual(
      shown.body.items.map(({ record }: { record: object }) => Object.values(record)),
      [
        [1, null, '0044-03-15 (BC)', '0044-03-15 (BC) 10:00:00', 'GB', true],
        [2, 7.5, 'infinity', null, 'FR', false],
      ],
    )
  })

  test('keeps every digit of decimals whose store declares none', async () => {
    await store?.run([
      'create table loose (number integer, price numeric)',
      `insert into loose values (1, 12345678901234567890.12), (2, 12345678901234567890.13), (3, 0.1), (4, 'NaN')`,
    ])
    await app.ended(await app.trigger(orders, { type: 'sync' }))
    const { status, body } = await create({
      name: 'loose with customers',
      left_container_id: (await app.containers(orders)).get('loose'),
      left_join_field_name: 'number',
      select_clause: 'o_number, o_price, cast(o_price * 3 as varchar) as threefold, c_country',
    })
    assert.equal(status, 201, JSON.stringify(body))
    const types = (await fieldsOf(body.id)).map(({ name, type }) => [name, type])
    assert.deepEqual(types[1], ['o_price', 'Fractional'])
    const price = { rule: 'expectedValues', fields: ['o_price'] }
    const list = ['12345678901234567890.12', '0.1']
    const check = await app.check(orders, 'loose with customers', { ...price, properties: { list } })
    const unique = await app.check(orders, 'loose with customers', { rule: 'unique', fields: ['o_price'] })
    const scan = await app.scan(orders, { container_names: ['loose with customers'] })
    assert.equal(scan.result, 'success', JSON.stringify(scan))
    const { body: results } = await app.ask(
      'GET',
      `/api/operations/${scan.id}/scan-checks?container=${body.id}`,
    )
    const found = results.items.map((one: Record<string, unknown>) => [one['id'], one['anomalous_records']])
    assert.deepEqual(Object.fromEntries(found), { [check]: 1, [unique]: 0 }, JSON.stringify(results))
    const { body: shown } = await app.ask(
      'GET',
      `/api/containers/${body.id}/source-records?sort_columns=o_number`,
    )
    assert.deepEqual(
      shown.items.map(({ record }: { record: Record<string, unknown> }) => record['threefold']),
      ['37037036703703703670.36', '37037036703703703670.39', '0.30', null],
    )
  })

  test('is refused where a decimal has more digits than a copy can keep, with the field that has', async () => {
    await store?.run([
      'create table too_long (number integer, price numeric)',
      `insert into too_long values (1, 1e30), (2, 0.0000000001)`,
    ])
    await app.ended(await app.trigger(orders, { type: 'sync' }))
    const left_container_id = (await app.containers(orders)).get('too_long')
    const { status, body } = await create({
      name: 'long',
      left_container_id,
      left_join_field_name: 'number',
      select_clause: '*',
    })
    assert.equal(status, 422, JSON.stringify(body))
    assert.match(
      JSON.stringify(body),
      /The numbers of \\"price\\" in \\"too_long\\" do not fit into a decimal of 38 digits/,
    )
    assert.doesNotMatch(JSON.stringify(body), /enrichment/)
  })

  test('fails with the reason when its rows need more scratch space than they may take', async () => {
    app.environment.sources.join_scratch_mb = 0
    const shown = await app.ask('GET', `/api/containers/${made}/source-records`)
    delete app.environment.sources.join_scratch_mb
    assert.equal(shown.status, 409)
    assert.match(shown.body.detail, /ASSAY_JOIN_SCRATCH_MB/)
  })

  test('hides what is masked on either side, now and later, and only Editors of both show it', async () => {
    const fieldOf = async (container: number, name: string) =>
      (await fieldsOf(container)).find((field) => field.name === name)?.id ?? 0
    await app.ask('PUT', `/api/fields/${await fieldOf(right, 'email')}`, { status: 'masked' })
    const { body } = await create({ name: 'with email', select_clause: '*' })
    await profiled()
    const statuses = (fields: { name: string; status: string }[]) =>
      fields.filter(({ status }) => status === 'masked').map(({ name }) => name)
    assert.deepEqual(statuses(await fieldsOf(body.id)), ['c_email'])
    const hidden = await app.ask('GET', `/api/containers/${body.id}/source-records`)
    assert.equal(hidden.status, 200)
    assert.doesNotMatch(JSON.stringify(hidden.body), /canary/)
    const path = `/api/containers/${body.id}/source-records?include_masked=true`
    const one = await app.user('Member', { Editor: [orders.datastore_id], Viewer: [files.datastore_id] })
    assert.equal((await app.ask('GET', path, undefined, one)).status, 403)
    const unmasking = await app.ask(
      'PUT',
      `/api/fields/${await fieldOf(body.id, 'c_email')}`,
      { status: 'active' },
      one,
    )
    assert.equal(unmasking.status, 403)
    const both = await app.user('Member', { Editor: [orders.datastore_id, files.datastore_id] })
    assert.match(JSON.stringify((await app.ask('GET', path, undefined, both)).body), /canary/)
    await app.ask('PUT', `/api/fields/${await fieldOf(right, 'country')}`, { status: 'masked' })
    assert.deepEqual(statuses(await fieldsOf(body.id)), ['c_email', 'c_country'])
    assert.equal(statuses(await fieldsOf(made)).length, 5, 'an expression over a masked field hides all')
  })
})
