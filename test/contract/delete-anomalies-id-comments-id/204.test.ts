import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makePeople } from '../../harness/factories.ts'

describeContract('DELETE /anomalies/{id}/comments/{comment_id}', (app) => {
  test('only who wrote it deletes it, not even an Admin; and only below its own anomaly', async () => {
    const { datastore, container } = await makePeople(app)
    const id = await makeAnomaly(app, container, [])
    const other = await makeAnomaly(app, container, [])
    const viewer = await app.user('Member', { Viewer: [datastore] })
    const editor = await app.user('Member', { Editor: [datastore] })
    const made = await app.ask('POST', `/api/anomalies/${id}/comments`, { message: 'Mine.' }, viewer)
    const remove = (anomaly: number, token?: string) =>
      app.ask('DELETE', `/api/anomalies/${anomaly}/comments/${made.body.id}`, undefined, token)
    await assertRefused(app, () => remove(id, editor), 403, 'forbidden')
    await assertRefused(app, () => remove(id), 403, 'forbidden')
    await assertRefused(app, () => remove(other, viewer), 404, 'not_found')
    assert.equal((await remove(id, viewer)).status, 204)
    assert.equal((await app.ask('GET', `/api/anomalies/${id}/comments`)).body.total, 0)
  })
})
