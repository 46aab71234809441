import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('DELETE /flows/{id}', (app) => {
  test('the flow is gone from everywhere but its executions, which say what it did', async () => {
    const { body: flow } = await app.ask('POST', '/api/flows', { name: 'Gone', trigger_type: 'manual' })
    const { body: execution } = await app.ask('POST', `/api/flows/${flow.id}/execute`)
    const { status, body } = await app.ask('DELETE', `/api/flows/${flow.id}`)
    assert.deepEqual([status, body], [204, ''])
    for (const path of ['', '/history'])
      assert.equal((await app.ask('GET', `/api/flows/${flow.id}${path}`)).status, 404)
    for (const path of ['/execute', '/clone'])
      assert.equal((await app.ask('POST', `/api/flows/${flow.id}${path}`)).status, 404)
    assert.equal((await app.ask('GET', '/api/flows')).body.total, 0)
    const kept = await app.ask('GET', `/api/flows/executions/${execution.id}`)
    assert.deepEqual(kept.body.flow, { id: flow.id, name: 'Gone' })
    const again = await app.ask('DELETE', `/api/flows/${flow.id}`)
    assert.equal(again.status, 404)
  })
})
