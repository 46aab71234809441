import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askBy, cookieOf, realToken, signIn } from '../../harness/browser.ts'
import { describeContract } from '../../harness/contract.ts'
import { readEvents } from '../../harness/event-reader.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('DELETE /session', (app) => {
  test('ends the session of the cookie, and no other', async () => {
    const { bearer_token, user_name } = await realToken(app)
    const [one, other] = [await signIn(app, bearer_token), await signIn(app, bearer_token)]
    const answer = await askBy(app, one, 'DELETE', '/api/session')
    assert.deepEqual([answer.status, answer.body, cookieOf(answer)], [204, '', ''])
    assert.equal((await askBy(app, one, 'GET', '/api/users/me')).status, 401)
    assert.equal((await askBy(app, other, 'GET', '/api/users/me')).status, 200)
    const byToken = { authorization: `Bearer ${user_name}` }
    assert.equal((await askBy(app, '', 'DELETE', '/api/session', undefined, byToken)).status, 204)
  })

  test('ends the streams that are read with it, at once', async () => {
    const { datastore } = await makePeople(app)
    const { body: run } = await app.ask('POST', '/api/operations/run', {
      type: 'sync',
      datastore_id: datastore,
    })
    const { bearer_token } = await realToken(app)
    const url = await app.server.listen({ port: 0 })
    const cookie = await signIn(app, bearer_token)
    const stays = await signIn(app, bearer_token)
    const follow = (by: string) => readEvents(`${url}/api/operations/${run.id}/events`, { cookie: by })
    const [events, others] = [await follow(cookie), await follow(stays)]
    assert.equal((await events.event())?.data.result, 'queued')
    assert.equal((await others.event())?.data.result, 'queued')
    await askBy(app, cookie, 'DELETE', '/api/session')
    const refused = await events.event()
    assert.deepEqual([refused?.event, refused?.data.code], ['refused', 'unauthenticated'])
    assert.equal(await events.next(), null)
    await app.ask('PUT', `/api/operations/abort/${run.id}`)
    assert.equal((await others.event())?.event, 'end')
  })
})
