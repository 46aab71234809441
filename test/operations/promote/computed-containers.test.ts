import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { carried } from '../../harness/promotions.ts'
import { assertRunInvariants } from '../../harness/run-invariants.ts'
import { describeRuns, finish } from '../../harness/runs.ts'
import type { Body } from '../../harness/scan-rounds.ts'
import { datastoreOn, tableStores } from '../../harness/table-stores.ts'
import type { Source } from '../../harness/working-app.ts'

const orders = 'id,amount,customer\n1,20,Ann\n2,5,Bob\n'
const counts = ({ status }: Body) => [status.created, status.updated, status.skipped, status.failed]
const told = ({ results }: Body) => results.map(({ result, message }: Body) => [result, message])

describeRuns('A promotion of computed containers', (app) => {
  let made = 0
  const database = async (columns: string, other = 'plain'): Promise<Source> => {
    made += 1
    const folder = join(app.folder, `database ${made}`)
    mkdirSync(folder)
    const store = await tableStores['sqlite']?.(folder)
    assert.ok(store)
    await store.run([`create table orders (${columns})`, `create table ${other} (id integer)`])
    const source = await datastoreOn(app, 'sqlite', store)
    await app.trigger(source, { type: 'sync' })
    await finish(app)
    return source
  }
  const create = async (members: object): Promise<Body> => {
    const { status, body } = await app.ask('POST', '/api/containers', members)
    assert.equal(status, 201, JSON.stringify(body))
    await finish(app)
    return body
  }
  const table = (source: Source, name: string, query: string, members: object = {}) =>
    create({ container_type: 'computed_table', name, query, datastore_id: source.datastore_id, ...members })
  const tables = (from: Source, to: Source, members: object = {}) =>
    carried(app, {
      type: 'promote_computed_table',
      datastore_id: from.datastore_id,
      destination_datastore_id: to.datastore_id,
      ...members,
    })
  const computedOf = async ({ datastore_id }: Source): Promise<Body[]> =>
    (
      await app.ask(
        'GET',
        `/api/containers?datastore=${datastore_id}&container_type=computed_table&container_type=computed_file`,
      )
    ).body.items
  const profiles = async ({ datastore_id }: Source): Promise<number> =>
    (await app.ask('GET', `/api/operations?datastore=${datastore_id}&operation_type=profile`)).body.total
  const put = async (id: number, members: object) => {
    const { status, body } = await app.ask('PUT', `/api/containers/${id}`, members)
    assert.equal(status, 200, JSON.stringify(body))
    await finish(app)
  }

  test('makes tables with all that was set, profiles them, and done twice skips everything', async () => {
    const from = await database('id integer, amount integer')
    const to = await database('ID integer, AMOUNT integer')
    const big = await table(from, 'big', 'select * from orders where amount > 10', {
      description: 'Big ones',
      tags: ['gold'],
      additional_metadata: { team: 'sales' },
    })
    const settings = { incremental_field_name: 'id', key_fields: ['id'], group_by_fields: [['amount']] }
    await put(big.id, settings)
    await table(from, 'small', 'select id from orders')
    const plan = await tables(from, to, { dry_run: true })
    assert.deepEqual([counts(plan), await computedOf(to), await profiles(to)], [[2, 0, 0, 0], [], 0])
    const run = await tables(from, to, { container_additional_tags: ['moved'] })
    assert.deepEqual(
      [run.promote_type, run.result, run.message, run.container, run.destination_datastore.id],
      ['computed_table', 'success', null, null, to.datastore_id],
    )
    const [there, other] = await computedOf(to)
    assert.deepEqual(
      [there.name, there.query, there.description, there.additional_metadata],
      ['big', big.query, 'Big ones', { team: 'sales' }],
    )
    assert.deepEqual(
      [there.incremental_field_name, there.key_fields, there.group_by_fields],
      ['ID', ['ID'], [['AMOUNT']]],
    )
    assert.deepEqual(
      there.global_tags.map(({ name }: Body) => name),
      ['gold', 'moved'],
    )
    assert.deepEqual(run.results[0], {
      source_entity_id: big.id,
      source_entity: { id: big.id, name: 'big', container_type: 'computed_table', table_type: null },
      entity_type: 'computed_table',
      result: 'created',
      destination_entity_id: there.id,
      destination_entity: { id: there.id, name: 'big', container_type: 'computed_table', table_type: null },
      message: null,
      changes: [],
    })
    assert.equal(other.name, 'small')
    assert.deepEqual([there.metrics.fields, await profiles(to)], [2, 1])
    const profiled = await app.ask('GET', `/api/containers/${there.id}/field-profiles`)
    assert.equal(profiled.body.items.length, 2)
    assert.deepEqual([counts(await tables(from, to)), await profiles(to)], [[0, 0, 2, 0], 1])
    await assertRunInvariants(app)
  })

  test('follows a table that was renamed and made of something else, but takes no field away that is in use', async () => {
    const from = await database('id integer, amount integer')
    const to = await database('id integer, amount integer')
    const { id } = await table(from, 'one', 'select id, amount from orders')
    await tables(from, to)
    await put(id, { container_type: 'computed_table', name: 'other', query: 'select id from orders' })
    const [there] = await computedOf(to)
    const check = await app.check(to, 'one', { rule: 'notNull', fields: ['amount'] })
    const refused = await tables(from, to)
    assert.deepEqual(told(refused), [
      [
        'failed',
        'It would take fields away that are in use at the destination: "amount" (checks: 1, anomalies: 0). Archive those checks and close their anomalies first.',
      ],
    ])
    assert.deepEqual(
      (await computedOf(to)).map(({ name, query }) => [name, query]),
      [['one', 'select id, amount from orders']],
    )
    await app.ask('DELETE', `/api/quality-checks/${check}`)
    // What failed is tried again when the run is resumed.
    await app.ask('PUT', `/api/operations/run/${refused.id}`)
    await finish(app)
    const resumed = await app.ended(refused.id)
    assert.deepEqual(
      [resumed.result, resumed.results[0].changes.map(({ member }: Body) => member)],
      ['success', ['name', 'query']],
    )
    assert.deepEqual(
      (await computedOf(to)).map(({ id: same, name, query }) => [same, name, query]),
      [[there.id, 'other', 'select id from orders']],
    )
    // One that was deleted at the destination is made anew, also by a rerun.
    await app.ask('DELETE', `/api/containers/${there.id}`)
    const { body } = await app.ask('PUT', `/api/operations/rerun/${refused.id}`)
    await finish(app)
    assert.deepEqual(counts(await app.ended(body.id)), [1, 0, 0, 0])
  })

  test('fails over a container of another kind, and for a query that the destination refuses', async () => {
    const from = await database('id integer, amount integer')
    const to = await database('id integer', 'taken')
    await table(from, 'taken', 'select id from orders')
    await table(from, 'lacking', 'select amount from orders')
    const fine = await table(from, 'fine', 'select id from orders', { tags: ['gold'] })
    const some = async (members: object) => (await tables(from, to, { dry_run: true, ...members })).results
    for (const members of [{ container_tags: ['gold'] }, { container_ids: [fine.id] }])
      assert.deepEqual(
        (await some(members)).map((item: Body) => item.source_entity.name),
        ['fine'],
      )
    const run = await tables(from, to)
    assert.deepEqual([run.result, run.message], ['success', '2 of 3 failed; the results say why of each.'])
    assert.deepEqual(told(run), [
      ['failed', 'The destination has a table called "taken", which no computed table takes the place of.'],
      ['failed', 'The destination refuses it: Its query is refused: no such column: amount.'],
      ['created', null],
    ])
    const results = async (query: string) =>
      (await app.ask('GET', `/api/operations/${run.id}/containers?${query}`)).body.items
    assert.deepEqual(await results(''), run.results)
    assert.deepEqual(await results('search=LACK'), [run.results[1]])
    assert.deepEqual(await results('promote_result=created&promote_result=updated'), [run.results[2]])
  })

  test('makes files over what they are mapped to, where a rerun skips them', async () => {
    const from = await app.source({ 'a.csv': orders })
    const to = await app.source({ 'b.csv': orders, 'c.csv': orders })
    const idOf = async (source: Source, name: string) => (await app.containers(source)).get(name) ?? 0
    const total = await create({
      container_type: 'computed_file',
      name: 'totals',
      source_container_id: await idOf(from, 'a.csv'),
      select_clause: 'customer, sum(amount) as total',
      group_by_clause: 'customer',
    })
    const files =
      (destination: string) =>
      async (members: object = {}) =>
        carried(app, {
          type: 'promote_computed_file',
          datastore_id: from.datastore_id,
          destination_datastore_id: to.datastore_id,
          source_container_mappings: [
            { container_id: total.id, destination_container_id: await idOf(to, destination) },
          ],
          ...members,
        })
    const run = await files('b.csv')()
    assert.deepEqual([run.promote_type, counts(run)], ['computed_file', [1, 0, 0, 0]])
    const [there] = await computedOf(to)
    assert.deepEqual(
      [there.name, there.select_clause, there.where_clause, there.group_by_clause, there.source_container_id],
      ['totals', total.select_clause, null, 'customer', await idOf(to, 'b.csv')],
    )
    const { body } = await app.ask('PUT', `/api/operations/rerun/${run.id}`)
    await finish(app)
    assert.deepEqual(counts(await app.ended(body.id)), [0, 0, 1, 0])
    const moved = await files('c.csv')()
    assert.deepEqual(moved.results[0].changes, [
      { member: 'source_container_id', from: await idOf(to, 'b.csv'), to: await idOf(to, 'c.csv') },
    ])
    // Mapped to itself it would read itself.
    assert.deepEqual(told(await files('totals')()), [
      ['failed', 'The computed file "totals" would read itself.'],
    ])
    // A folder of the same name is no computed file.
    await app.ask('DELETE', `/api/containers/${there.id}`)
    await put(total.id, { container_type: 'computed_file', name: 'b.csv' })
    assert.deepEqual(told(await files('c.csv')()), [
      [
        'failed',
        'The destination has a container of files called "b.csv", which no computed file takes the place of.',
      ],
    ])
  })

  test('keeps fields masked that are masked at the source or come of masked fields of the destination', async () => {
    const from = await database('id integer, amount integer, secret text')
    const to = await database('id integer, amount integer, secret text')
    const { id } = await table(
      from,
      'one',
      "select id, amount * 2 as twice, secret || '!' as shouted from orders",
    )
    const fieldsOf = async (container: number): Promise<Body[]> =>
      (await app.ask('GET', `/api/fields?container=${container}&status=active&status=masked`)).body.items
    const mask = async (container: number, name: string) => {
      const field = (await fieldsOf(container)).find((one) => one.name === name)
      assert.equal((await app.ask('PUT', `/api/fields/${field.id}`, { status: 'masked' })).status, 200)
    }
    const maskedThere = async () =>
      (await fieldsOf((await computedOf(to))[0]?.id)).flatMap(({ name, status }) =>
        status === 'masked' ? [name] : [],
      )
    await mask(id, 'twice')
    await tables(from, to)
    assert.deepEqual(await maskedThere(), ['twice'])
    await app.ask('DELETE', `/api/containers/${(await computedOf(to))[0]?.id}`)
    await mask((await app.containers(to)).get('orders') ?? 0, 'secret')
    await tables(from, to)
    assert.deepEqual(await maskedThere(), ['id', 'twice', 'shouted'])
  })

  test('done twice at once makes everything once', async () => {
    const from = await database('id integer')
    const to = await database('id integer')
    await table(from, 'one', 'select 1 as n from orders')
    const payload = {
      type: 'promote_computed_table',
      datastore_id: from.datastore_id,
      destination_datastore_id: to.datastore_id,
    }
    const start = async () => (await app.ask('POST', '/api/operations/run', payload)).body.id
    const [one, other] = [await start(), await start()]
    assert.deepEqual([await app.step(), await app.step()], ['plan', 'plan'])
    await Promise.all([app.step(), app.step()])
    await finish(app)
    const runs = [await app.ended(one), await app.ended(other)]
    assert.deepEqual(
      [runs[0].status.created + runs[1].status.created, (await computedOf(to)).length, await profiles(to)],
      [1, 1, 1],
    )
    await assertRunInvariants(app)
  })
})
