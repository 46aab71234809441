import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../harness/contract.ts'
import { realToken, signIn } from '../harness/browser.ts'
import type { TestApp } from '../harness/app.ts'

const state = 'x'.repeat(43)
const listener = 'http://127.0.0.1:5005/callback'
const asked = `redirect_uri=${listener}&state=${state}&hostname=ada%27s%20%3Cb%3Elaptop`
const own = { 'sec-fetch-site': 'same-origin' }

/** Asks as a browser does; `answer` is the button that was pressed, null for opening the page. */
async function browse(
  app: TestApp,
  cookie: string,
  query: string = asked,
  answer: string | null = null,
  headers: Record<string, string> = own,
) {
  const response = await app.server.inject({
    method: answer === null ? 'GET' : 'POST',
    url: `/api/cli/authorize?${query}`,
    headers: { cookie, ...headers, ...(answer && { 'content-type': 'application/x-www-form-urlencoded' }) },
    ...(answer && { payload: `answer=${answer}` }),
  })
  const { statusCode: status, body, headers: sent } = response
  return { status, body, sent, location: String(sent['location'] ?? '') }
}

const tokensOf = async (app: TestApp, userId: number) =>
  (await app.environment.store.pool.query('select name from tokens where user_id = $1 order by id', [userId]))
    .rows

describeContract('A command is let in by the browser', (app) => {
  test('after a click it gets a token of the person, named after its machine, with the state that it sent', async () => {
    const { bearer_token, user_name, userId } = await realToken(app, 'Member')
    const cookie = await signIn(app, bearer_token)
    const page = await browse(app, cookie)
    assert.equal(page.status, 200)
    assert.ok(page.body.includes(user_name))
    assert.ok(!page.body.includes('<b>laptop'), 'The name of the machine is shown as text')
    assert.match(String(page.sent['content-security-policy']), /form-action 'self' http:\/\/127.0.0.1:5005;/)
    assert.equal((await tokensOf(app, userId)).length, 1, 'Looking at the page makes no token')
    const { status, location } = await browse(app, cookie, asked, 'allow')
    const { origin, pathname, searchParams } = new URL(location)
    assert.deepEqual([status, `${origin}${pathname}`, searchParams.get('state')], [303, listener, state])
    const me = await app.server.inject({
      method: 'POST',
      url: '/api/session',
      payload: { token: searchParams.get('token') },
    })
    assert.deepEqual([me.statusCode, me.json().user_id], [201, userId])
    await browse(app, cookie, asked, 'allow')
    assert.deepEqual(await tokensOf(app, userId), [
      { name: 'laptop' },
      { name: "ada's <b>laptop" },
      { name: "ada's <b>laptop 2" },
    ])
  })

  test('who refuses sends it away with a sentence and no token', async () => {
    const { bearer_token, userId } = await realToken(app)
    const cookie = await signIn(app, bearer_token)
    const { searchParams } = new URL((await browse(app, cookie, asked, 'refuse')).location)
    assert.deepEqual(Object.fromEntries(searchParams), { state, error: 'It was refused in the browser.' })
    assert.equal((await tokensOf(app, userId)).length, 1)
  })

  test('who is not signed in signs in first, and comes back to the same question', async () => {
    for (const [cookie, answer, status] of [
      ['', null, 302],
      [`assay_session=${'a'.repeat(43)}`, null, 302],
      ['', 'allow', 303],
    ] as const) {
      const sent = await browse(app, cookie, asked, answer)
      assert.equal(sent.status, status)
      const to = new URL(sent.location, 'http://localhost').searchParams.get('to') ?? ''
      assert.match(to, /^\/api\/cli\/authorize\?/)
      const again = new URL(to, 'http://localhost').searchParams
      assert.deepEqual([again.get('redirect_uri'), again.get('state')], [listener, state])
      assert.equal(again.get('hostname'), "ada's <b>laptop")
    }
  })

  test('a page of another site cannot press the button', async () => {
    const { bearer_token, userId } = await realToken(app)
    const cookie = await signIn(app, bearer_token)
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      {},
    ] as Record<string, string>[]) {
      assert.equal((await browse(app, cookie, asked, 'allow', headers)).status, 403)
    }
    assert.equal((await tokensOf(app, userId)).length, 1)
  })

  test('a token goes to a program of this machine only', async () => {
    const { bearer_token, userId } = await realToken(app)
    const cookie = await signIn(app, bearer_token)
    for (const address of [
      'https://127.0.0.1:5005/callback',
      'http://evil.example:5005/callback',
      'http://127.0.0.1.evil.example:5005/callback',
      'http://127.0.0.1@evil.example:5005/callback',
      'http://127.0.0.1:5005@evil.example/callback',
      'http://ada@127.0.0.1:5005/callback',
      'http://127.0.0.1/callback',
      'http://127.0.0.1:5005/callback?token=mine',
      'javascript:alert(1)',
      'callback',
    ]) {
      const query = new URLSearchParams({ redirect_uri: address, state }).toString()
      for (const answer of [null, 'allow']) {
        const { status, body } = await browse(app, cookie, query, answer)
        assert.deepEqual([address, status], [address, 422], body)
      }
    }
    assert.equal((await browse(app, cookie, `redirect_uri=${listener}&state=short`)).status, 422)
    assert.equal((await browse(app, cookie, `redirect_uri=${listener}`)).status, 422)
    assert.equal((await tokensOf(app, userId)).length, 1)
  })
})
