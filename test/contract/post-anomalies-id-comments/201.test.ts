import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makePeople } from '../../harness/factories.ts'

describeContract('POST /anomalies/{id}/comments', (app) => {
  test('a Viewer comments in their own name, and comments are read oldest first', async () => {
    const { datastore, container } = await makePeople(app)
    const id = await makeAnomaly(app, container, [])
    const viewer = await app.user('Member', { Viewer: [datastore] })
    const path = `/api/anomalies/${id}/comments`
    const { status, body } = await app.ask('POST', path, { message: 'Is this new?' }, viewer)
    assert.equal(status, 201)
    assert.deepEqual(
      [body.message, body.user.user_name, body.created],
      ['Is this new?', viewer, '2026-03-01T12:00:00.000Z'],
    )
    await app.ask('POST', path, { message: 'No.' })
    const listed = await app.ask('GET', path, undefined, viewer)
    assert.deepEqual(
      listed.body.items.map(({ message }: { message: string }) => message),
      ['Is this new?', 'No.'],
    )
    assert.deepEqual(listed.body.items[0], body)
  })
})
