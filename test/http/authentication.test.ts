import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { SignJWT } from 'jose'
import type { FastifyInstance } from 'fastify'
import { authenticate } from '../../src/access/authenticate.ts'
import { signToken } from '../../src/access/token.ts'
import { createServer } from '../../src/http/server.ts'
import { createSecretBox } from '../../src/kernel/secret-box.ts'
import { issueToken } from '../../src/services/tokens/create.ts'
import { describeContract } from '../harness/contract.ts'
import { statementsOf } from '../harness/statements.ts'

describeContract('401 for a token that is missing, malformed, expired or revoked', (app) => {
  let server: FastifyInstance
  let userId = 0
  let tokens = 0

  before(async () => {
    server = await createServer(app.environment, {
      authenticate: (token) => authenticate(app.environment, token),
    })
    userId = (await app.ask('POST', '/api/users', { user_name: 'ada', role: 'Manager' })).body.id
  })

  const give = (days: number | null = null) => issueToken(app.environment, userId, `token ${++tokens}`, days)

  async function ask(authorization: string | undefined, url = '/api/user-tokens') {
    const { statusCode, body, headers } = await server.inject({
      url,
      headers: authorization === undefined ? {} : { authorization },
    })
    return { status: statusCode, body: JSON.parse(body), challenge: headers['www-authenticate'] }
  }

  async function assertUnauthenticated(authorization: string | undefined, reason: RegExp): Promise<void> {
    const { status, body, challenge } = await ask(authorization)
    assert.deepEqual([status, body.code, challenge], [401, 'unauthenticated', 'Bearer'])
    assert.match(body.detail, reason)
  }

  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

  test('a good token answers, under both spellings of the path, whatever the case of "Bearer"', async () => {
    const { bearer_token } = await give()
    for (const word of ['Bearer', 'bearer']) {
      assert.equal((await ask(`${word} ${bearer_token}`)).status, 200)
      assert.equal((await ask(`${word} ${bearer_token}`, '/user-tokens')).status, 200)
    }
  })

  test('a missing one', () => assertUnauthenticated(undefined, /A valid API token is required/))

  test('one under another scheme', async () => {
    const { bearer_token } = await give()
    await assertUnauthenticated(`Basic ${bearer_token}`, /A valid API token is required/)
  })

  test('one that is no JWT, or half of one', async () => {
    const { bearer_token } = await give()
    for (const text of ['nonsense', 'a.b.c', bearer_token.slice(0, -5), `${bearer_token}x`]) {
      await assertUnauthenticated(`Bearer ${text}`, /is not one of this service/)
    }
  })

  test('one that says it needs no signature', async () => {
    const { bearer_token } = await give()
    const [, claims = ''] = bearer_token.split('.')
    for (const alg of ['none', 'None']) {
      const text = `${encode({ alg, typ: 'JWT' })}.${claims}.`
      await assertUnauthenticated(`Bearer ${text}`, /is not one of this service/)
    }
  })

  test('one that another key has signed', async () => {
    const key = randomUUID()
    const secrets = createSecretBox('another secret that is long enough to be one')
    const text = await signToken(secrets, { user_id: userId, key }, new Date(), null)
    await assertUnauthenticated(`Bearer ${text}`, /is not one of this service/)
  })

  test('one whose claims were changed under the signature', async () => {
    const { bearer_token } = await give()
    const [head, claims = '', signature] = bearer_token.split('.')
    const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: '1' }
    await assertUnauthenticated(
      `Bearer ${head}.${encode(changed)}.${signature}`,
      /is not one of this service/,
    )
  })

  test('one of another algorithm, signed with the right key', async () => {
    const key = app.environment.secrets.derive('token-signing')
    const text = `${encode({ alg: 'HS512', typ: 'JWT' })}.${encode({ sub: String(userId), jti: randomUUID() })}`
    const signature = createHmac('sha512', key).update(text).digest('base64url')
    await assertUnauthenticated(`Bearer ${text}.${signature}`, /is not one of this service/)
  })

  test('one of ours without the claims that name its row', async () => {
    const key = app.environment.secrets.derive('token-signing')
    const bare = new SignJWT().setProtectedHeader({ alg: 'HS256' })
    await assertUnauthenticated(`Bearer ${await bare.sign(key)}`, /is not one of this service/)
    const odd = new SignJWT().setProtectedHeader({ alg: 'HS256' }).setSubject('ada').setJti('1')
    await assertUnauthenticated(`Bearer ${await odd.sign(key)}`, /is not one of this service/)
  })

  test('one that has expired, to the second', async () => {
    const { bearer_token } = await give(1)
    const start = app.clock.time
    app.clock.time = new Date(start.getTime() + 86_399_000)
    assert.equal((await ask(`Bearer ${bearer_token}`)).status, 200)
    app.clock.time = new Date(start.getTime() + 86_400_000)
    await assertUnauthenticated(`Bearer ${bearer_token}`, /has expired/)
    app.clock.time = start
  })

  test('one that was revoked, from the next request on', async () => {
    const { id, bearer_token } = await give()
    assert.equal((await ask(`Bearer ${bearer_token}`)).status, 200)
    await app.ask('DELETE', `/api/user-tokens/${id}`)
    await assertUnauthenticated(`Bearer ${bearer_token}`, /was revoked/)
  })

  test('one whose user was deleted', async () => {
    const user = await app.ask('POST', '/api/users', { user_name: 'gone' })
    const { bearer_token } = await issueToken(app.environment, user.body.id, 'last', null)
    assert.equal((await ask(`Bearer ${bearer_token}`)).status, 200)
    await app.ask('DELETE', `/api/users/${user.body.id}`)
    await assertUnauthenticated(`Bearer ${bearer_token}`, /was revoked/)
  })

  test('the time of last use is kept, and written at most once a minute', async () => {
    const { id, bearer_token } = await give()
    const start = app.clock.time
    const lastUsed = async () => {
      const { body } = await ask(`Bearer ${bearer_token}`)
      return body.find((token: { id: number }) => token.id === id).last_used
    }
    assert.equal(await lastUsed(), start.toISOString())
    app.clock.time = new Date(start.getTime() + 59_000)
    assert.equal(await lastUsed(), start.toISOString())
    app.clock.time = new Date(start.getTime() + 60_000)
    assert.equal(await lastUsed(), app.clock.time.toISOString())
    app.clock.time = start
  })

  test('a user was seen last when a token of theirs was used last', async () => {
    const user = await app.ask('POST', '/api/users', { user_name: 'seen' })
    const lastSeen = async () => (await app.ask('GET', `/api/users/${user.body.id}`)).body.last_login
    assert.equal(await lastSeen(), null)
    const start = app.clock.time
    for (const name of ['one', 'other']) {
      app.clock.time = new Date(app.clock.time.getTime() + 5_000)
      const { bearer_token } = await issueToken(app.environment, user.body.id, name, null)
      assert.equal((await ask(`Bearer ${bearer_token}`)).status, 200)
      assert.equal(await lastSeen(), app.clock.time.toISOString())
    }
    app.clock.time = start
  })

  test('who asks is looked up by one statement, which sees what was revoked a moment ago', async () => {
    const { bearer_token, id } = await give(1)
    const authorization = `Bearer ${bearer_token}`
    assert.equal((await ask(authorization)).status, 200)
    const sent = statementsOf(app.environment.store, /./)
    await authenticate(app.environment, bearer_token)
    assert.equal(sent.length, 1, sent.join('\n'))
    assert.ok((await app.ask('DELETE', `/api/user-tokens/${id}`)).status < 300)
    await assertUnauthenticated(authorization, /was revoked/)
  })

  test('a new role counts from the next request', async () => {
    const user = await app.ask('POST', '/api/users', { user_name: 'climber' })
    const { bearer_token } = await issueToken(app.environment, user.body.id, 'mine', null)
    assert.equal((await ask(`Bearer ${bearer_token}`, '/api/users')).status, 403)
    await app.ask('PUT', `/api/users/${user.body.id}`, { role: 'Manager' })
    assert.equal((await ask(`Bearer ${bearer_token}`, '/api/users')).status, 200)
  })
})
