import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startApp, type TestApp } from '../../harness/app.ts'

describe('GET /status while the database of the service is away', () => {
  let app: TestApp
  before(async () => void (app = await startApp()))
  after(() => app.close())

  test('says so: a load balancer sends nobody here, but the process itself is healthy', async () => {
    const { pool } = app.environment.store
    const { query } = pool
    // What the driver says of a server that is not there.
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' })
    Object.assign(pool, { query: () => Promise.reject(refused) })
    const { status, body } = await app.ask('GET', '/api/status', undefined, null)
    assert.deepEqual([status, body.code], [503, 'unavailable'])
    assert.match(body.detail, /database/)
    assert.equal((await app.ask('GET', '/api/health', undefined, null)).status, 204)
    Object.assign(pool, { query })
    assert.equal((await app.ask('GET', '/api/status', undefined, null)).status, 200)
  })
})
