import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('GET /flows/{id}', (app) => {
  test('a Member sees what it waits for and what it says, and not where that goes', async () => {
    const parameters = { url: 'https://example.com/hook' }
    const { body: made } = await app.ask('POST', '/api/flows', {
      name: 'Tell',
      trigger_type: 'anomaly',
      weight_threshold: 4,
      actions: [{ type: 'notification', notification_type: 'Webhook', parameters }],
    })
    const path = `/api/flows/${made.id}`
    assert.deepEqual((await app.ask('GET', path)).body, made)
    assert.equal(made.actions[0].parameters.url, parameters.url)
    const { status, body } = await app.ask('GET', path, undefined, await app.user('Member'))
    assert.equal(status, 200)
    assert.deepEqual(body, { ...made, actions: [{ ...made.actions[0], parameters: null }] })
  })
})
