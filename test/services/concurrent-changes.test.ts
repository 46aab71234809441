import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { lockCatalogue } from '../../src/store/catalogue.ts'
import type { OpenTransaction } from '../../src/store/pool.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { lockDatastore } from '../../src/store/datastores.ts'
import { lockFindings } from '../../src/store/identities.ts'
import { makeAnomaly, makeDatastore, makePeople } from '../harness/factories.ts'

describe('two changes of one thing at the same time', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.close())

  /** Asks while another change is about to be committed; it must have to wait for that. */
  async function whileChanging<Answered>(
    change: (other: OpenTransaction) => Promise<unknown>,
    ask: () => Promise<Answered>,
  ): Promise<Answered> {
    const { database } = app.environment.store
    const other = await database.startTransaction().execute()
    await change(other)
    const asked = ask()
    while ((await waiting()) === 0) await delay(5)
    await other.commit().execute()
    return asked
  }

  /** Sessions that wait for a lock. */
  async function waiting(): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      app.environment.store.database,
    )
    return rows[0]?.n ?? 0
  }

  /** The same for a change of the description. */
  const meanwhile = (table: 'datastores' | 'teams', id: number, ask: () => Promise<unknown>) =>
    whileChanging(
      (other) =>
        other.updateTable(table).set({ description: 'another change' }).where('id', '=', id).execute(),
      ask,
    )

  test('of a datastore both stay', async () => {
    const { datastore } = await makePeople(app)
    const path = `/api/datastores/${datastore}`
    await meanwhile('datastores', datastore, () => app.ask('PUT', path, { high_count_rollup_threshold: 7 }))
    const { body } = await app.ask('GET', path)
    assert.deepEqual([body.description, body.high_count_rollup_threshold], ['another change', 7])
  })

  test('of a team both stay', async () => {
    const made = await app.ask('POST', '/api/teams', { name: 'Analysts', permission: 'Viewer' })
    const path = `/api/teams/${made.body.id}`
    await meanwhile('teams', made.body.id, () => app.ask('PUT', path, { permission: 'Author' }))
    const { body } = await app.ask('GET', path)
    assert.deepEqual([body.description, body.permission], ['another change', 'Author'])
  })

  test('of a tag both stay', async () => {
    await app.ask('POST', '/api/global-tags', { name: 'urgent', category: 'work' })
    const path = '/api/global-tags/urgent'
    await whileChanging(
      (other) =>
        other
          .updateTable('global_tags')
          .set({ description: 'another change' })
          .where('name', '=', 'urgent')
          .execute(),
      () => app.ask('PUT', path, { weight_modifier: 3 }),
    )
    const { body } = await app.ask('GET', path)
    assert.deepEqual([body.description, body.weight_modifier, body.category], ['another change', 3, 'work'])
  })

  test('of a computed field both stay', async () => {
    const { datastore, container } = await makePeople(app)
    const { body: made } = await app.ask('POST', '/api/computed-fields', {
      container_id: container,
      name: 'twice',
      transformation: 'customExpression',
      properties: { column_expression: 'age + age' },
    })
    const metadata = JSON.stringify({ note: 'another change' })
    const properties = { column_expression: 'age * 2' }
    await whileChanging(
      async (other) => {
        await lockCatalogue(other, datastore)
        await sql`update computed_fields set additional_metadata = ${metadata} where id = ${made.id}`.execute(
          other,
        )
      },
      () => app.ask('PUT', `/api/computed-fields/${made.id}`, { properties }),
    )
    const { body } = await app.ask('GET', `/api/containers/${container}`)
    const [field] = body.computed_fields
    assert.deepEqual([field.additional_metadata, field.properties], [{ note: 'another change' }, properties])
  })

  test('that give computed fields of a container one name but for the letter case: the second is 409', async () => {
    const { datastore, container } = await makePeople(app)
    const make = (name: string) =>
      app.ask('POST', '/api/computed-fields', {
        container_id: container,
        name,
        transformation: 'customExpression',
        properties: { column_expression: 'age * 2' },
      })
    const { body: other } = await make('other')
    let second = 0
    await whileChanging(
      async (transaction) => {
        await lockCatalogue(transaction, datastore)
        await sql`update fields set name = 'twice' where container_id = ${container} and name = 'other'`.execute(
          transaction,
        )
        await sql`update computed_fields set name = 'twice' where id = ${other.id}`.execute(transaction)
      },
      async () => {
        second = (await make('Twice')).status
      },
    )
    assert.equal(second, 409)
  })

  /** The field `age` of new people. */
  async function makeAge() {
    const { container } = await makePeople(app)
    const { body } = await app.ask('GET', `/api/fields?container=${container}&name=age`)
    return { container, id: Number(body.items[0].id) }
  }
  const setField = (id: number, status: string) => (other: OpenTransaction) =>
    sql`update fields set status = ${status}, former_status = case when ${status} = 'excluded' then status end
      where id = ${id}`.execute(other)
  const shownAgain = async () => (await app.ask('GET', '/api/activity?actions=unmask_field')).body.total

  test('of a field: who shows again what was masked meanwhile is in the audit log', async () => {
    const { id } = await makeAge()
    const before = await shownAgain()
    const asRead = { status: 'active', description: 'Years' }
    const { status, body } = await whileChanging(setField(id, 'masked'), () =>
      app.ask('PUT', `/api/fields/${id}`, asRead),
    )
    assert.deepEqual([status, body.status, body.description], [200, 'active', 'Years'])
    assert.equal(await shownAgain(), before + 1)
  })

  test('of a field: what was excluded meanwhile is not masked', async () => {
    const { id } = await makeAge()
    const { status, body } = await whileChanging(setField(id, 'excluded'), () =>
      app.ask('PUT', `/api/fields/${id}`, { status: 'masked' }),
    )
    assert.deepEqual([status, body.code], [409, 'wrong_state'])
    assert.equal((await app.ask('GET', `/api/fields/${id}`)).body.status, 'excluded')
  })

  test('of a field and its container: a field that identifies rows is not masked, whichever comes first', async () => {
    const one = await makeAge()
    const chosen = await whileChanging(
      async (other) => {
        await lockFindings(other, one.container)
        await sql`update containers set incremental_field_name = 'age' where id = ${one.container}`.execute(
          other,
        )
      },
      () => app.ask('PATCH', '/api/fields', [{ id: one.id, status: 'masked' }]),
    )
    assert.equal(chosen.status, 409)
    const two = await makeAge()
    const masked = await whileChanging(
      async (other) => {
        await lockFindings(other, two.container)
        await setField(two.id, 'masked')(other)
      },
      () => app.ask('PUT', `/api/containers/${two.container}`, { incremental_field_name: 'age' }),
    )
    assert.equal(masked.status, 422)
  })

  test('of an anomaly: an Author who sends back what was read does not erase what an Editor describes meanwhile', async () => {
    const { datastore, container } = await makePeople(app)
    const id = await makeAnomaly(app, container, [])
    const author = await app.user('Member', { Author: [datastore] })
    const asRead = { status: 'Acknowledged', description: null }
    const { status } = await whileChanging(
      (other) => sql`update anomalies set description = 'by an Editor' where id = ${id}`.execute(other),
      () => app.ask('PUT', `/api/anomalies/${id}`, asRead, author),
    )
    assert.equal(status, 403)
    assert.equal((await app.ask('GET', `/api/anomalies/${id}`)).body.description, 'by an Editor')
  })

  test('of a container both settings of its files stay', async () => {
    const { container } = await makePeople(app)
    const path = `/api/containers/${container}`
    const options = JSON.stringify({ treat_empty_as_null: false })
    await whileChanging(
      (other) => sql`update containers set file_options = ${options} where id = ${container}`.execute(other),
      () => app.ask('PUT', path, { null_tokens: ['NA'] }),
    )
    const { body } = await app.ask('GET', path)
    assert.deepEqual([body.treat_empty_as_null, body.null_tokens], [false, ['NA']])
  })

  test('of two links to one enrichment datastore under one prefix the second is refused', async () => {
    const enrichment = await makeDatastore(app, {}, { enrichment_only: true })
    const members = { enrichment_datastore_id: enrichment, enrichment_prefix: '_taken' }
    await makeDatastore(app, {}, members)
    const second = await makeDatastore(app, {}, { enrichment_prefix: '_free' })
    const { status } = await whileChanging(
      (other) => sql`update datastores set enrichment_prefix = '_taken' where id = ${second}`.execute(other),
      () => app.ask('PATCH', `/api/datastores/${second}/enrichment/${enrichment}`),
    )
    assert.equal(status, 409)
  })

  test('of a link and the kind of what is linked: nothing is linked to what enriches nothing', async () => {
    const enrichment = await makeDatastore(app, {}, { enrichment_only: true })
    const source = await makeDatastore(app)
    const { status } = await whileChanging(
      async (other) => {
        await lockDatastore(other, enrichment)
        await sql`update datastores set enrich_datastore_id = ${enrichment} where id = ${source}`.execute(
          other,
        )
      },
      () => app.ask('PUT', `/api/datastores/${enrichment}`, { enrichment_only: false }),
    )
    assert.equal(status, 409)
  })

  test('datastores that are made at the same time get prefixes of their own', async () => {
    const names = ['Twins', 'Twins!', 'Twins?', 'Twins.', 'twins']
    const ids = await Promise.all(names.map((name) => makeDatastore(app, {}, { name })))
    const prefixes = new Set<string>()
    for (const id of ids) prefixes.add((await app.ask('GET', `/api/datastores/${id}`)).body.enrichment_prefix)
    assert.equal(prefixes.size, names.length)
  })

  test('of a template both stay', async () => {
    const { body: made } = await app.ask('POST', '/api/quality-check-templates', {
      description: 'It has a value',
      rule: 'notNull',
    })
    const path = `/api/quality-check-templates/${made.id}`
    const { status } = await whileChanging(
      (other) =>
        sql`update check_templates set description = 'another change', version = version + 1
          where id = ${made.id}`.execute(other),
      () => app.ask('PUT', path, { additional_metadata: { note: 'this one' } }),
    )
    assert.equal(status, 200)
    const { body } = await app.ask('GET', path)
    assert.deepEqual([body.description, body.additional_metadata], ['another change', { note: 'this one' }])
  })

  test('a tag that is given is deleted only after that', async () => {
    const { datastore } = await makePeople(app)
    const { database } = app.environment.store
    await app.ask('POST', '/api/global-tags', { name: 'hot' })
    // Whoever links a tag waits for that lock, after having looked it up.
    await sql`create function wait_before_linking() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(1); return new; end'`.execute(database)
    await sql`create trigger linking_waits before insert on tag_links
      for each row execute function wait_before_linking()`.execute(database)
    const other = await database.startTransaction().execute()
    await sql`select pg_advisory_xact_lock(1)`.execute(other)
    const given = app.ask('PUT', `/api/datastores/${datastore}`, { tags: ['hot'] })
    while ((await waiting()) < 1) await delay(5)
    const seen = { deleted: false }
    const deleted = app.ask('DELETE', '/api/global-tags/hot').finally(() => (seen.deleted = true))
    while (!seen.deleted && (await waiting()) < 2) await delay(5)
    await other.commit().execute()
    assert.deepEqual([(await given).status, (await deleted).status], [200, 204])
    assert.deepEqual((await app.ask('GET', `/api/datastores/${datastore}`)).body.global_tags, [])
    await sql`drop trigger linking_waits on tag_links`.execute(database)
  })
})
