import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeConnection } from '../../harness/factories.ts'

describeContract('DELETE /connections/{id}', (app) => {
  test('deletes a connection that nothing uses', async () => {
    const id = await makeConnection(app)
    assert.equal((await app.ask('DELETE', `/api/connections/${id}`)).status, 204)
    assert.equal((await app.ask('GET', `/api/connections/${id}`)).status, 404)
  })
})
