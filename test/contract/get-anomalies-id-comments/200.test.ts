import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makePeople } from '../../harness/factories.ts'

describeContract('GET /anomalies/{id}/comments', (app) => {
  test('has the comments as a conversation, oldest first, with who wrote them', async () => {
    const { datastore, container } = await makePeople(app)
    const path = `/api/anomalies/${await makeAnomaly(app, container, [])}/comments`
    const viewer = await app.user('Member', { Viewer: [datastore] })
    await app.ask('POST', path, { message: 'Known?' })
    await app.ask('POST', path, { message: 'New.' }, viewer)
    const { body } = await app.ask('GET', path, undefined, viewer)
    assert.deepEqual(
      body.items.map((comment: { message: string; user: { user_name: string } }) => [
        comment.message,
        comment.user.user_name,
      ]),
      [
        ['Known?', 'admin-1'],
        ['New.', viewer],
      ],
    )
  })
})
