import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('PUT /anomalies/{id} changes what is given', (app) => {
  let place = { datastore: 0, container: 0 }
  before(async () => void (place = await makePeople(app)))

  const put = (id: number | string, body: object, token?: string) =>
    app.ask('PUT', `/api/anomalies/${id}`, body, token)

  test('an Author acknowledges and takes that back; it is not new any more', async () => {
    const author = await app.user('Member', { Author: [place.datastore] })
    const id = await makeAnomaly(app, place.container, [])
    assert.equal((await app.ask('GET', `/api/anomalies/${id}`)).body.is_new, true)
    const { status, body } = await put(id, { status: 'Acknowledged' }, author)
    assert.deepEqual(
      [status, body.id, body.status, body.archived, body.is_new],
      [200, id, 'Acknowledged', false, false],
    )
    assert.equal((await put(id, { status: 'Active' }, author)).body.status, 'Active')
  })

  test('tags and assignees replace those before, an empty list clears them, an absent member stays', async () => {
    const id = await makeAnomaly(app, place.container, [await makeCheck(app, place.container)])
    const viewer = await app.user('Member', { Viewer: [place.datastore] })
    const users = await app.ask('GET', `/api/users?name=${viewer}`)
    const viewerId: number = users.body.items[0].id
    const first = await put(id, { tags: ['urgent', 'new one'], assignee_ids: [viewerId] })
    assert.deepEqual(
      first.body.global_tags.map(({ name }: { name: string }) => name),
      ['new one', 'urgent'],
    )
    assert.deepEqual(first.body.assignees, [
      { id: viewerId, user_id: viewerId, user_name: viewer, name: viewer, email: `${viewer}@example.com` },
    ])
    const second = await put(id, { status: 'Acknowledged', tags: ['urgent'] })
    assert.deepEqual(
      second.body.global_tags.map(({ name }: { name: string }) => name),
      ['urgent'],
    )
    assert.equal(second.body.assignees.length, 1)
    const { body } = await put(id, { tags: [], assignee_ids: [] })
    assert.deepEqual([body.global_tags, body.assignees, body.status], [[], [], 'Acknowledged'])
    const listed = await app.ask('GET', `/api/anomalies?tag=urgent`)
    assert.equal(listed.body.total, 0)
  })

  test('an Editor describes; sending the description back as it is needs no Editor; null clears it', async () => {
    const id = await makeAnomaly(app, place.container, [])
    const editor = await app.user('Member', { Editor: [place.datastore] })
    const author = await app.user('Member', { Author: [place.datastore] })
    assert.equal((await put(id, { description: 'Known.' }, editor)).body.description, 'Known.')
    const { status } = await put(id, { status: 'Acknowledged', description: 'Known.' }, author)
    assert.equal(status, 200)
    assert.equal((await put(id, { description: null }, editor)).body.description, null)
  })

  test('an open status restores an archived anomaly, found by its uuid as well', async () => {
    const id = await makeAnomaly(app, place.container, [])
    await app.ask('DELETE', `/api/anomalies/${id}?archive=true&status=Invalid`)
    const { body: archived } = await app.ask('GET', `/api/anomalies/${id}`)
    assert.deepEqual([archived.status, archived.archived], ['Invalid', true])
    const { status, body } = await put(archived.uuid, { status: 'Active' })
    assert.deepEqual([status, body.id, body.status, body.archived], [200, id, 'Active', false])
    const listed = await app.ask('GET', `/api/anomalies?container=${place.container}`)
    assert.ok(listed.body.items.some((anomaly: { id: number }) => anomaly.id === id))
  })
})
