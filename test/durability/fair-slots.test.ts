import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const rows = csv(
  ['id', 'price'],
  Array.from({ length: 20 }, (_, id) => [id, id - 2]),
)
const endless =
  '(select count(*) from range(100000000) as a, range(100000) as b where a.range * b.range % 7 = 8) = 0'

describe('the slots of a worker', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp({ workers: 0 })
  })
  after(() => app.close())

  const slow = async (files: readonly string[]): Promise<Source> => {
    const source = await app.source(Object.fromEntries(files.map((name) => [name, rows])))
    for (const name of files)
      await app.check(source, name, { rule: 'satisfiesExpression', properties: { expression: endless } })
    return source
  }
  const quick = async (): Promise<Source> => {
    const source = await app.source({ 'quick.csv': rows })
    await app.check(source, 'quick.csv', { rule: 'notNegative', fields: ['price'] })
    return source
  }
  const inHand = async (): Promise<number[]> => {
    const running = await app.environment.store.database
      .selectFrom('units')
      .innerJoin('operations', 'operations.id', 'units.operation_id')
      .select('operations.datastore_id')
      .where('state', '=', 'running')
      .execute()
    return running.map(({ datastore_id }) => Number(datastore_id))
  }
  const abort = (id: number) => app.ask('PUT', `/api/operations/abort/${id}`)

  test(
    'held by the endless scans of one datastore do not keep another datastore waiting',
    { timeout: 300_000 },
    async () => {
      const busy = await slow(['a.csv', 'b.csv', 'c.csv'])
      const others = [await quick(), await quick()]
      const worker = app.addWorker({ concurrency: 2, fair_after_seconds: 0.2 })
      const stuck = await app.trigger(busy, { type: 'scan' })
      while ((await inHand()).length < 2) await delay(10)
      const queued = await Promise.all(others.map((source) => app.trigger(source, { type: 'scan' })))
      for (const id of queued) {
        const scan = await app.ended(id)
        assert.deepEqual([scan.result, scan.status.anomalies_identified], ['success', 2])
      }
      // What was lent goes to other datastores only: the third file of the busy one waits still.
      assert.deepEqual(await inHand(), [busy.datastore_id, busy.datastore_id])
      await abort(stuck)
      await worker.stop()
    },
  )
})
