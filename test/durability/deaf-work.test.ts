import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { withTrial } from '../harness/trial/operations.ts'
import { trialTables } from '../harness/trial/trial.operation.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

describe('work that does not stop when it is told to', { timeout: 300_000 }, () => {
  let app: WorkingApp
  let payload: { type: 'trial'; datastore_id: number; destination_datastore_id: number }
  const settings = { concurrency: 1, lease_seconds: 2, patience_seconds: 1 }
  before(async () => {
    app = await startWorkingApp({ workers: 0, operations: withTrial })
    await app.environment.store.pool.query(trialTables)
    const work = app.addWorker()
    const { datastore_id } = await app.source({ 'a.csv': 'id\n1\n' })
    const { datastore_id: destination_datastore_id } = await app.source({ 'b.csv': 'id\n1\n' })
    await work.stop()
    payload = { type: 'trial', datastore_id, destination_datastore_id }
  })
  after(() => app.close())

  const trigger = async (members: object): Promise<number> => {
    const { status, body } = await app.ask('POST', '/api/operations/run', { ...payload, ...members })
    assert.equal(status, 200, JSON.stringify(body))
    return body.id
  }
  const units = (id: number) =>
    app.environment.store.database
      .selectFrom('units')
      .select(['kind', 'state', 'attempt'])
      .where('operation_id', '=', id)
      .orderBy('id')
      .execute()
  const untilItIsDeaf = async (id: number) => {
    while ((await units(id))[1]?.state !== 'running') await delay(5)
  }
  const complaints = () => app.logged.filter((line) => line.includes('it is left to itself')).length

  test('holds no slot after its run was aborted: the next run is done, and the log says so', async () => {
    const worker = app.addWorker(settings)
    const before = complaints()
    const deaf = await trigger({ items: 5, deaf: true })
    await untilItIsDeaf(deaf)
    assert.equal((await app.ask('PUT', `/api/operations/abort/${deaf}`)).status, 200)
    const next = await app.ended(await trigger({ items: 5 }))
    assert.equal(next.result, 'success')
    assert.equal((await app.ended(deaf)).result, 'aborted')
    assert.equal(complaints(), before + 1)
    await worker.stop()
  })

  test('does not keep a worker from stopping, and is done by the next one', async () => {
    const worker = app.addWorker(settings)
    const deaf = await trigger({ items: 5, deaf: true })
    await untilItIsDeaf(deaf)
    await worker.stop()
    const [, unit] = await units(deaf)
    assert.deepEqual([unit?.state, unit?.attempt], ['waiting', 1])
    await app.environment.store.pool.query(
      `update operations set payload = payload || '{"deaf": false}' where id = $1`,
      [deaf],
    )
    const next = app.addWorker(settings)
    assert.equal((await app.ended(deaf)).result, 'success')
    await next.stop()
  })
})
