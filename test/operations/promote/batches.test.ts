import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startLoggedServer, type LoggedServer } from '../../harness/logged-server.ts'
import { onServer } from '../../harness/postgres-source.ts'
import { placeOf, promoted } from '../../harness/promotions.ts'
import { finish } from '../../harness/runs.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../../harness/working-app.ts'

describe('A promotion into force to a PostgreSQL table', () => {
  let server: LoggedServer
  let app: WorkingApp
  before(async () => {
    server = await startLoggedServer()
    app = await startWorkingApp({ workers: 0 })
  })
  after(async () => {
    await app.close()
    await server.stop()
  })

  const shop = async (): Promise<Source> => {
    const { body } = await app.ask('POST', '/api/datastores', {
      name: 'shop',
      connection: { name: 'shop', type: 'postgresql', ...server.reader },
      database: 'assay',
      schema: 'public',
    })
    const source: Source = { datastore_id: body.id, folder: '', write() {}, remove() {} }
    await app.trigger(source, { type: 'sync' })
    await finish(app)
    return source
  }

  test('asks the store once for every ten checks, and one by one only where it refuses some', async () => {
    await onServer(server.url, ['create table orders (id bigint, amount numeric(10, 2))'])
    const from = await app.source({ 'orders.csv': 'id,amount,note\n1,20,x\n2,5,y\n' })
    const to = await placeOf(app, await shop(), 'orders')
    const add = (number: number, filter: string) =>
      app.check(from, 'orders.csv', {
        rule: 'maxValue',
        fields: ['amount'],
        properties: { value: number },
        filter,
      })
    for (let number = 0; number < 25; number++) await add(number, `id > ${number}`)
    const asked = async (members: object) => {
      const known = new Map(
        [...server.sessions()].map(([process, statements]) => [process, statements.length]),
      )
      const run = await promoted(app, await placeOf(app, from, 'orders.csv'), to, {
        as_draft: false,
        ...members,
      })
      const trials = [...server.sessions()].flatMap(([process, statements]) =>
        statements.slice(known.get(process) ?? 0).filter((statement) => /from .*"orders"/s.test(statement)),
      )
      return { run, trials: trials.length }
    }
    const { run, trials } = await asked({})
    assert.deepEqual([run.status.created, trials], [25, 3])
    assert.equal((await asked({})).trials, 0, 'what is there already is not judged again')
    const ids = [await add(100, 'id > 100'), await add(101, "note > 'x'"), await add(102, 'id > 102')]
    const second = await asked({ check_ids: ids })
    assert.deepEqual(second.run.status, { total: 3, created: 2, updated: 0, skipped: 0, failed: 1 })
    assert.match(second.run.results[1].message, /column "note" does not exist/)
    // The server's log has only what it took: not the batch, and not the check that it refused.
    assert.equal(second.trials, ids.length - 1)
  })
})
