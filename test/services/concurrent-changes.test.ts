import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { lockCatalogue } from '../../src/store/catalogue.ts'
import type { OpenTransaction } from '../../src/store/pool.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { makePeople } from '../harness/factories.ts'

describe('two changes of one thing at the same time', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.close())

  /** Asks while another change is about to be committed; it must have to wait for that. */
  async function whileChanging(
    change: (other: OpenTransaction) => Promise<unknown>,
    ask: () => Promise<unknown>,
  ) {
    const { database } = app.environment.store
    const other = await database.startTransaction().execute()
    await change(other)
    const asked = ask()
    const waiting = sql<{ n: number }>`
      select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await waiting.execute(database)).rows[0]?.n === 0) await delay(5)
    await other.commit().execute()
    await asked
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
})
