import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askBy, cookieOf, realToken, signIn } from '../../harness/browser.ts'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('POST /session/codes', (app) => {
  const make = (token: string) => app.ask('POST', '/api/session/codes', { token }, null)
  const use = (code: string) => askBy(app, '', 'POST', '/api/session', { code })

  test('makes a code that signs in once, also when two use it at once', async () => {
    const { bearer_token, userId } = await realToken(app, 'Member')
    const { status, body } = await make(bearer_token)
    assert.deepEqual([status, body.path], [201, `/console/sign-in#${body.code}`])
    const answers = await Promise.all([use(body.code), use(body.code), use(body.code)])
    assert.deepEqual(answers.map((one) => one.status).sort(), [201, 401, 401])
    const good = answers.find((one) => one.status === 201)
    assert.ok(good)
    assert.equal((await askBy(app, cookieOf(good), 'GET', '/api/users/me')).body.id, userId)
  })

  test('it is good for ten minutes, and no longer than its token', async () => {
    const { bearer_token, id } = await realToken(app)
    const start = app.clock.time
    const { body: late } = await make(bearer_token)
    app.clock.time = new Date(start.getTime() + 600_000)
    assert.match((await use(late.code)).body.detail, /more than ten minutes old/)
    app.clock.time = start
    const { body: revoked } = await make(bearer_token)
    await app.ask('DELETE', `/api/user-tokens/${id}`)
    assert.equal((await use(revoked.code)).status, 401)
  })

  test('takes a token that works: a session is not enough', async () => {
    const { bearer_token } = await realToken(app)
    await assertRefused(app, () => make('wrong'), 401, 'unauthenticated')
    const cookie = await signIn(app, bearer_token)
    const ask = () => askBy(app, cookie, 'POST', '/api/session/codes', {})
    await assertRefused(app, ask, 422, 'invalid')
  })
})
