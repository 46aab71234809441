import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { askBy, cookieOf, ownPage, realToken, signIn } from '../../harness/browser.ts'

const me = (app: Parameters<typeof askBy>[0], cookie: string) => askBy(app, cookie, 'GET', '/api/users/me')

describeContract('POST /session lets a browser in', (app) => {
  test('with a token: the cookie is for the whole site, hidden from scripts, and stands for the token', async () => {
    const { bearer_token, userId, id } = await realToken(app, 'Manager')
    const answer = await askBy(app, '', 'POST', '/api/session', { token: bearer_token })
    const week = new Date(app.clock.time.getTime() + 7 * 86_400_000)
    assert.equal(answer.status, 201)
    assert.deepEqual([answer.body.user_id, answer.body.token.id], [userId, id])
    assert.equal(answer.body.expires, week.toISOString())
    assert.match(
      String(answer.headers['set-cookie']),
      /^assay_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Expires=Sun, 08 Mar 2026 12:00:00 GMT$/,
    )
    const { status, body } = await me(app, cookieOf(answer))
    assert.deepEqual([status, body.id, body.role], [200, userId, 'Manager'])
    assert.deepEqual(body.token, { id, name: 'laptop', expiration: null })
    // The state could be read by somebody else, and must let nobody in.
    const { rows } = await app.environment.store.pool.query('select secret_hash from sessions')
    assert.ok(rows.every((row) => !cookieOf(answer).includes(row.secret_hash)))
  })

  test('over an encrypted connection the cookie never goes over an open one', async () => {
    const { bearer_token } = await realToken(app)
    for (const headers of [
      { origin: 'https://localhost:80', host: 'localhost:80' },
      { 'x-forwarded-proto': 'https' },
    ] as Record<string, string>[]) {
      const answer = await askBy(app, '', 'POST', '/api/session', { token: bearer_token }, headers)
      assert.match(String(answer.headers['set-cookie']), /; Secure$/)
    }
  })

  test('it lives no longer than its token', async () => {
    const { bearer_token } = await realToken(app, 'Member', 1)
    const start = app.clock.time
    const cookie = await signIn(app, bearer_token)
    app.clock.time = new Date(start.getTime() + 86_399_000)
    assert.equal((await me(app, cookie)).status, 200)
    app.clock.time = new Date(start.getTime() + 86_400_000)
    const { status, headers } = await me(app, cookie)
    assert.equal(status, 401)
    assert.match(String(headers['set-cookie']), /^assay_session=; .*Max-Age=0/)
    app.clock.time = start
  })

  test('a token that was revoked, or whose user was deleted, ends it; restoring the token does not bring it back', async () => {
    const revoked = await realToken(app)
    const kept = await signIn(app, revoked.bearer_token)
    await app.ask('PUT', `/api/user-tokens/${revoked.id}`, { active: false })
    assert.equal((await me(app, kept)).status, 401)
    await app.ask('PUT', `/api/user-tokens/${revoked.id}`, { active: true })
    assert.equal((await me(app, kept)).status, 401)
    const gone = await realToken(app)
    const cookie = await signIn(app, gone.bearer_token)
    await app.ask('DELETE', `/api/users/${gone.userId}`)
    assert.equal((await me(app, cookie)).status, 401)
  })

  test('the secret is a new one each time: one that somebody planted lets nobody in, before or after', async () => {
    const { bearer_token } = await realToken(app)
    const planted = `assay_session=${'a'.repeat(43)}`
    const answer = await askBy(app, planted, 'POST', '/api/session', { token: bearer_token })
    assert.notEqual(cookieOf(answer), planted)
    assert.equal((await me(app, planted)).status, 401)
    // Who signs in again leaves no session behind, and a second cookie beside the own one is not chosen from.
    const again = await askBy(app, cookieOf(answer), 'POST', '/api/session', { token: bearer_token })
    assert.equal((await me(app, cookieOf(answer))).status, 401)
    assert.equal((await me(app, cookieOf(again))).status, 200)
    const { status, body } = await me(app, `${planted}; ${cookieOf(again)}`)
    assert.deepEqual([status, /several cookies/.test(body.detail)], [401, true])
  })

  test('what another site sends in the name of its reader is refused, with nothing written', async () => {
    const { bearer_token, user_name } = await realToken(app)
    const cookie = await signIn(app, bearer_token)
    const foreign: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:80', host: 'localhost:80' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost.evil.example', host: 'localhost:80' },
      { origin: 'http://localhost:8081', host: 'localhost:8080' },
      { origin: 'not an address', host: 'localhost:80' },
    ]
    for (const headers of foreign) {
      const ask = () => askBy(app, cookie, 'POST', '/api/teams', { name: 'x', permission: 'Viewer' }, headers)
      const { body } = await assertRefused(app, ask, 403, 'forbidden')
      assert.match(body.detail, /page of this service/)
      await assertRefused(
        app,
        () => askBy(app, cookie, 'DELETE', '/api/session', undefined, headers),
        403,
        'forbidden',
      )
    }
    // Nor does another site sign a reader in, as somebody else.
    const as = { token: bearer_token }
    const strange = { 'sec-fetch-site': 'cross-site' }
    await assertRefused(app, () => askBy(app, '', 'POST', '/api/session', as, strange), 403, 'forbidden')
    for (const headers of [ownPage, { origin: 'http://localhost:80', host: 'localhost:80' }] as const) {
      const made = await askBy(
        app,
        cookie,
        'POST',
        '/api/global-tags',
        { name: headers === ownPage ? 'a' : 'b' },
        headers,
      )
      assert.equal(made.status, 201)
    }
    // A token does not come by itself.
    const bearer = { authorization: `Bearer ${user_name}` }
    const { status } = await askBy(app, cookie, 'POST', '/api/global-tags', { name: 'c' }, bearer)
    assert.equal(status, 201)
  })

  test('a token that is wrong beside a good session is refused: it says in whose name the request is', async () => {
    const { bearer_token } = await realToken(app)
    const cookie = await signIn(app, bearer_token)
    const { status, headers } = await askBy(app, cookie, 'GET', '/api/users/me', undefined, {
      authorization: 'Bearer wrong',
    })
    assert.deepEqual([status, headers['set-cookie']], [401, undefined])
  })

  test('a wrong token or code, both and neither are refused, and no session begins', async () => {
    const wrong = { token: 'wrong' }
    await assertRefused(app, () => askBy(app, '', 'POST', '/api/session', wrong), 401, 'unauthenticated')
    await assertRefused(
      app,
      () => askBy(app, '', 'POST', '/api/session', { code: 'x' }),
      401,
      'unauthenticated',
    )
    for (const body of [{}, { token: 'a', code: 'b' }, { token: '' }, { token: 1 }]) {
      const refused = await assertRefused(
        app,
        () => askBy(app, '', 'POST', '/api/session', body),
        422,
        'invalid',
      )
      assert.deepEqual(places(refused), ['body.token'])
    }
  })

  test('the audit log names who signed in, and with which token, and holds no secret', async () => {
    const { bearer_token, user_name, id } = await realToken(app)
    const cookie = await signIn(app, bearer_token)
    await askBy(app, cookie, 'DELETE', '/api/session')
    const { body } = await app.ask('GET', '/api/activity?actions=begin_session&actions=end_session&size=2')
    const shown = body.items.map((entry: Record<string, unknown>) => [entry['action'], entry['endpoint']])
    assert.deepEqual(shown.sort(), [
      ['begin_session', 'POST /session'],
      ['end_session', 'DELETE /session'],
    ])
    const text = JSON.stringify(body)
    assert.ok(text.includes(user_name) && text.includes(`"token_id":${id}`))
    assert.ok(!text.includes(bearer_token) && !text.includes(cookie.split('=')[1] ?? '?'))
    assert.equal((await app.ask('GET', '/api/audit-logs/verification')).body.valid, true)
  })
})
