import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import type { PoolClient } from 'pg'
import { startWorker } from '../../src/runtime/worker.ts'
import { startApp } from '../harness/app.ts'

test('a worker has stopped only when its look for overdue commits has ended, so that the state may be closed', async () => {
  const app = await startApp()
  after(() => app.close())
  const { pool } = app.environment.store
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const events: string[] = []
  const delayed = new WeakSet<PoolClient>()
  pool.on('acquire', (client: PoolClient) => {
    if (delayed.has(client)) return
    delayed.add(client)
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
    Object.assign(client, {
      query(...given: unknown[]) {
        return JSON.stringify(given[0]).includes('pg_terminate_backend') ? later(given) : query(...given)
      },
    })
    async function later(given: unknown[]): Promise<unknown> {
      asked.resolve()
      await answered.promise
      const answer = await query(...given)
      events.push('answered')
      return answer
    }
  })
  const worker = startWorker(app.environment, { concurrency: 1, lease_seconds: 0.5 })
  await asked.promise
  // The connection that listens: nothing else of a worker is closed.
  const closed = once(pool, 'remove')
  const stopped = worker.stop().then(() => events.push('stopped'))
  await closed
  answered.resolve()
  await stopped
  assert.deepEqual([events[0], events.at(-1)], ['answered', 'stopped'])
})
