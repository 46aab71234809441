import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { startApp, type TestApp } from '../harness/app.ts'
import { makePeople } from '../harness/factories.ts'

describe('two changes of one thing at the same time', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.close())

  /** Asks while another change, of the description, is about to be committed; it must have to wait for that. */
  async function meanwhile(table: 'datastores' | 'teams', id: number, ask: () => Promise<unknown>) {
    const { database } = app.environment.store
    const other = await database.startTransaction().execute()
    await other.updateTable(table).set({ description: 'another change' }).where('id', '=', id).execute()
    const asked = ask()
    const waiting = sql<{ n: number }>`
      select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await waiting.execute(database)).rows[0]?.n === 0) await delay(5)
    await other.commit().execute()
    await asked
  }

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
})
