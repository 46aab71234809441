import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('PUT /notifications/{id}', (app) => {
  test('marks a message as read, and as unread again, however often it is asked to', async () => {
    await app.ask('POST', '/api/flows/actions/notifications/test', {
      type: 'InApp',
      tokenized_message: 'hello',
      parameters: null,
    })
    const member = await app.user('Member')
    const { id } = (await app.ask('GET', '/api/notifications')).body.items[0]
    for (const read of [true, true, false, false]) {
      const { status, body } = await app.ask('PUT', `/api/notifications/${id}`, { read })
      assert.deepEqual([status, body.id, body.message, body.read], [200, id, 'hello', read])
    }
    const late = await app.ask('PUT', `/api/notifications/${id}`, { read: true }, member)
    assert.equal(late.status, 404, 'it came before this user was there')
  })
})
