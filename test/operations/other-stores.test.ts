import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Type, type Static } from 'typebox'
import type { Context } from '../../src/access/context.ts'
import { operations, registryOf } from '../../src/operations/registry.ts'
import { defineOperation, seed, type UnitKind } from '../../src/runs/operation.ts'
import { claimUnit } from '../../src/store/queue/claim.ts'
import { finish } from '../harness/runs.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

const payload = Type.Object({ stores: Type.Array(Type.Integer()) })
type Tour = Static<typeof payload>

const visit: UnitKind<Tour, object> = {
  kind: 'visit',
  run: ({ commit }) => commit(async () => ({ status: { visited: 1 } })),
  abandon: async () => ({}),
}

const plan: UnitKind<Tour, object> = {
  kind: 'plan',
  without_source: true,
  run: ({ operation, commit }) =>
    commit(async () => ({
      next: operation.payload.stores.map((datastore_id) => seed(visit, {}, { datastore_id })),
    })),
  abandon: async () => ({}),
}

/** A run of no datastore that reads in several. */
const tour = defineOperation({
  trigger: 'tour',
  type: 'promote',
  payload,
  resumable: false,
  rerunnable: true,
  schedulable: false,
  permissions: ({ stores }) => stores.map((datastore_id) => ({ datastore_id, permission: 'Editor' })),
  accept: async (_context: Context, wanted) => wanted,
  initialStatus: { visited: 0 },
  units: [plan, visit],
  conclude: async () => ({ result: 'success', message: null }),
  abort: async () => undefined,
  reopen: async () => undefined,
  echo: () => ({}),
})

describe('a run of no datastore', () => {
  let app: WorkingApp
  let stores: number[] = []
  before(async () => {
    app = await startWorkingApp({ workers: 0, operations: registryOf([...operations.all(), tour]) })
    const sources = [await app.source({ 'a.csv': 'id\n1\n' }), await app.source({ 'b.csv': 'id\n1\n' })]
    stores = sources.map(({ datastore_id }) => datastore_id)
  })
  after(() => app.close())

  const start = async (): Promise<number> => {
    const { status, body } = await app.ask('POST', '/api/operations/run', { type: 'tour', stores })
    assert.deepEqual([status, body.datastore_id, body.datastore], [200, null, null], JSON.stringify(body))
    return body.id
  }

  test('is started, done, listed and rerun like any other', async () => {
    const id = await start()
    await finish(app)
    const { body } = await app.ask('GET', `/api/operations/${id}`)
    assert.deepEqual([body.result, body.status, body.datastore], ['success', { visited: 2 }, null])
    const list = await app.ask('GET', '/api/operations?operation_type=promote')
    assert.deepEqual([list.body.items[0].id, list.body.items[0].datastore], [id, null])
    assert.equal((await app.ask('PUT', `/api/operations/rerun/${id}`)).status, 200)
    await finish(app)
  })

  test('is there for Admins alone, also to those who could start it', async () => {
    const id = await start()
    await finish(app)
    const editor = await app.user('Manager', { Editor: stores })
    assert.equal((await app.ask('GET', `/api/operations/${id}`, undefined, editor)).status, 404)
    assert.equal((await app.ask('DELETE', `/api/operations/${id}`, undefined, editor)).status, 404)
    const list = await app.ask('GET', '/api/operations?operation_type=promote', undefined, editor)
    assert.equal(list.body.total, 0)
  })

  test('waits, in each datastore that it reads, for a place on the connection of that one', async () => {
    const { database } = app.environment.store
    const [first = 0, second = 0] = stores
    await database
      .updateTable('connections')
      .set({ max_parallelization: 1 })
      .where('id', '=', (query) =>
        query.selectFrom('datastores').select('connection_id').where('id', '=', first),
      )
      .execute()
    await start()
    await start()
    assert.deepEqual([await app.step(), await app.step()], ['plan', 'plan'])
    const claimed = [1, 2, 3].map(() => claimUnit(database, 'a test', 10))
    const units = (await Promise.all(claimed)).map((unit) => unit?.datastore_id)
    // The second unit on the first datastore waits; both units on the other need not.
    assert.deepEqual(units.sort(), [first, second, second].sort())
    assert.equal(await claimUnit(database, 'a test', 10), null)
  })

  test('comes to its end when a datastore is deleted in which it was to read', async () => {
    const gone = await app.source({ 'c.csv': 'id\n1\n' })
    const asked = { type: 'tour', stores: [gone.datastore_id] }
    const { body } = await app.ask('POST', '/api/operations/run', asked)
    assert.equal(await app.step(), 'plan')
    assert.equal((await app.ask('DELETE', `/api/datastores/${gone.datastore_id}`)).status, 204)
    await finish(app)
    assert.equal((await app.ended(body.id)).result, 'success')
  })
})
