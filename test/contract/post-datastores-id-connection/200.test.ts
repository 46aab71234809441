import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('POST /datastores/{id}/connection answers whether the source answers', (app) => {
  test('yes, then no with the reason, and the datastore remembers it', async () => {
    const id = await makeDatastore(app)
    const reporter = await app.user('Member', { Reporter: [id] })
    const yes = await app.ask('POST', `/api/datastores/${id}/connection`, undefined, reporter)
    assert.deepEqual([yes.status, yes.body], [200, { connected: true }])
    const { body } = await app.ask('GET', `/api/datastores/${id}`)
    await rm(body.root_path, { recursive: true })
    const no = await app.ask('POST', `/api/datastores/${id}/connection`)
    assert.deepEqual([no.status, no.body.connected], [200, false])
    assert.ok(no.body.message.length > 10)
    assert.equal((await app.ask('GET', `/api/datastores/${id}`)).body.connected, false)
  })
})
