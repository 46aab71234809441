import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('PUT /notifications', (app) => {
  test("marks all messages of the caller's inbox, and leaves the inboxes of others as they are", async () => {
    const member = await app.user('Member')
    for (const text of ['one', 'two', 'three'])
      await app.environment.integrations.inbox.post({ delivery_id: `delivery ${text}`, text })
    const unread = async (token?: string) =>
      (await app.ask('GET', '/api/notifications?read=false', undefined, token)).body.total
    const [{ id }] = (await app.ask('GET', '/api/notifications')).body.items
    await app.ask('PUT', `/api/notifications/${id}`, { read: true })
    const mark = async (read: boolean) => (await app.ask('PUT', '/api/notifications', { read })).body
    assert.deepEqual(await mark(true), { changed: 2 })
    assert.deepEqual(await mark(true), { changed: 0 })
    assert.deepEqual([await unread(), await unread(member)], [0, 3])
    assert.deepEqual([await mark(false), await unread()], [{ changed: 3 }, 3])
  })
})
