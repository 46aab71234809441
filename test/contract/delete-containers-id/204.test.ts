import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeCheck, makePeople, syncDatastore } from '../../harness/factories.ts'

describeContract('DELETE /containers/{id}', (app) => {
  test('takes its checks along, and the next sync leaves it out', async () => {
    const { datastore, container } = await makePeople(app)
    const check = await makeCheck(app, container)
    assert.equal((await app.ask('DELETE', `/api/containers/${container}`)).status, 204)
    assert.equal((await app.ask('GET', `/api/quality-checks/${check}`)).status, 404)
    await syncDatastore(app, datastore)
    assert.deepEqual((await app.ask('GET', `/api/containers/listing?datastore=${datastore}`)).body, [])
  })
})
