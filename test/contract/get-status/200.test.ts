import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('GET /status', (app) => {
  test('says that the service is ready, and its version, to anybody', async () => {
    const { status, body } = await app.ask('GET', '/api/status', undefined, null)
    assert.deepEqual(
      [status, body.status, typeof body.version, body.database_connection],
      [200, 'ok', 'string', true],
    )
  })
})
