import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { lockCatalogue } from '../../src/store/catalogue.ts'
import type { OpenTransaction } from '../../src/store/pool.ts'
import { startApp, type Answer, type TestApp } from '../harness/app.ts'
import { makeAnomaly, makeCheck, makeConnection, makeDatastore, makePeople } from '../harness/factories.ts'

describe('a request about what somebody else deletes at the same time', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.close())

  /** Asks while another deletion is about to be committed; it must have to wait for that. */
  async function meanwhile(
    deletion: (other: OpenTransaction) => Promise<unknown>,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const { database } = app.environment.store
    const other = await database.startTransaction().execute()
    await deletion(other)
    const asked = ask()
    const waiting = sql<{ n: number }>`
      select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await waiting.execute(database)).rows[0]?.n === 0) await delay(5)
    await other.commit().execute()
    return asked
  }

  const rowOf = (table: string, id: number) => (other: OpenTransaction) =>
    sql`delete from ${sql.table(table)} where id = ${id}`.execute(other)

  async function entries(action: string): Promise<number> {
    const { body } = await app.ask('GET', `/api/activity?actions=${action}`)
    return body.total
  }

  const made: Record<
    string,
    () => Promise<{ path: string; gone: (other: OpenTransaction) => Promise<unknown> }>
  > = {
    async connection() {
      const id = await makeConnection(app)
      return { path: `connections/${id}`, gone: rowOf('connections', id) }
    },
    async datastore() {
      const id = await makeDatastore(app)
      return { path: `datastores/${id}`, gone: rowOf('datastores', id) }
    },
    async container() {
      const { container } = await makePeople(app)
      return { path: `containers/${container}`, gone: rowOf('containers', container) }
    },
    async quality_check() {
      const { container } = await makePeople(app)
      const id = await makeCheck(app, container)
      return { path: `quality-checks/${id}?archive=false`, gone: rowOf('quality_checks', id) }
    },
    async team() {
      const { body } = await app.ask('POST', '/api/teams', { name: 'Analysts', permission: 'Viewer' })
      return { path: `teams/${body.id}`, gone: rowOf('teams', body.id) }
    },
    async user() {
      const { body } = await app.ask('POST', '/api/users', { user_name: 'ada' })
      return {
        path: `users/${body.id}`,
        gone: (other) => sql`update users set deleted_at = now() where id = ${body.id}`.execute(other),
      }
    },
    async user_token() {
      const { body } = await app.ask('POST', '/api/user-tokens', { name: 'of a program' })
      return { path: `user-tokens/${body.id}`, gone: rowOf('tokens', body.id) }
    },
    async global_tag() {
      await app.ask('POST', '/api/global-tags', { name: 'urgent' })
      return {
        path: 'global-tags/urgent',
        gone: (other) => sql`delete from global_tags where name = 'urgent'`.execute(other),
      }
    },
    async comment() {
      const { container } = await makePeople(app)
      const anomaly = await makeAnomaly(app, container, [await makeCheck(app, container)])
      const { body } = await app.ask('POST', `/api/anomalies/${anomaly}/comments`, { message: 'Seen.' })
      return {
        path: `anomalies/${anomaly}/comments/${body.id}`,
        gone: rowOf('anomaly_comments', body.id),
      }
    },
  }
  const actions: Record<string, string> = { user_token: 'revoke_token' }

  for (const [noun, make] of Object.entries(made))
    test(`the second of two deletions of a ${noun.replace('_', ' ')} is 404, and is not in the audit log`, async () => {
      const { path, gone } = await make()
      const action = actions[noun] ?? `delete_${noun}`
      const isAudited = noun !== 'global_tag' && noun !== 'comment'
      const before = isAudited ? await entries(action) : 0
      const { status, body } = await meanwhile(gone, () => app.ask('DELETE', `/api/${path}`))
      assert.deepEqual([status, body.code], [404, 'not_found'])
      if (isAudited) assert.equal(await entries(action), before)
    })

  test('the second of two deletions of a computed field is 404, and a field that has its name by now stays', async () => {
    const { datastore, container } = await makePeople(app)
    const twice = {
      container_id: container,
      name: 'twice',
      transformation: 'customExpression',
      properties: { column_expression: 'age * 2' },
    }
    const first = await app.ask('POST', '/api/computed-fields', twice)
    const deletion = async (other: OpenTransaction) => {
      await lockCatalogue(other, datastore)
      await rowOf('computed_fields', first.body.id)(other)
    }
    const before = await entries('delete_computed_field')
    const path = `/api/computed-fields/${first.body.id}`
    const { status } = await meanwhile(deletion, () => app.ask('DELETE', path))
    assert.equal(status, 404)
    assert.equal(await entries('delete_computed_field'), before)
    const { body } = await app.ask('GET', `/api/fields?container_id=${container}&name=twice`)
    assert.equal(body.total, 1)
  })

  test('404 as when it had come later: a schedule, a run and tags of a datastore, a check of a container', async () => {
    const asked: [(datastore: number, container: number) => Promise<Answer>, 'datastores' | 'containers'][] =
      [
        [
          (datastore_id) =>
            app.ask('POST', '/api/operations/schedule', { type: 'sync', datastore_id, crontab: '0 0 * * *' }),
          'datastores',
        ],
        [
          (datastore_id) => app.ask('POST', '/api/operations/run', { type: 'sync', datastore_id }),
          'datastores',
        ],
        [(datastore) => app.ask('PUT', `/api/datastores/${datastore}`, { tags: ['urgent'] }), 'datastores'],
        [
          (_datastore, container_id) =>
            app.ask('POST', '/api/quality-checks', {
              container_id,
              description: 'Everybody has a name',
              rule: 'notNull',
              fields: ['name'],
            }),
          'containers',
        ],
      ]
    for (const [ask, table] of asked) {
      const { datastore, container } = await makePeople(app)
      const id = table === 'datastores' ? datastore : container
      const { status, body } = await meanwhile(rowOf(table, id), () => ask(datastore, container))
      assert.deepEqual(
        [status, body.detail],
        [404, `No ${table === 'datastores' ? 'datastore' : 'container'} has the id ${id}.`],
      )
    }
  })
})
