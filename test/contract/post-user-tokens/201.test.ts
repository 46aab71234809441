import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeJwt } from 'jose'
import { describeContract } from '../../harness/contract.ts'

describeContract('POST /user-tokens makes a token', (app) => {
  test('it is a JWT, told once, that never expires unless asked to', async () => {
    const { status, body } = await app.ask('POST', '/api/user-tokens', { name: 'laptop' })
    assert.equal(status, 201)
    const { bearer_token, ...token } = body
    const claims = decodeJwt(bearer_token)
    assert.equal(claims.sub, String(token.user.id))
    assert.equal(claims.exp, undefined)
    assert.deepEqual([token.expiration, token.active, token.last_used], [null, true, null])
    assert.deepEqual((await app.ask('GET', '/api/user-tokens')).body, [token])
  })

  test('with days it expires that much later, in the claim and in the list', async () => {
    const { body } = await app.ask('POST', '/api/user-tokens', { name: 'week', expires_in_days: 7 })
    const expires = new Date(app.clock.time.getTime() + 7 * 86_400_000)
    assert.equal(decodeJwt(body.bearer_token).exp, expires.getTime() / 1000)
    assert.equal(body.expiration, expires.toISOString())
  })

  test('an Admin may make one for another user, who then lists it', async () => {
    const member = await app.user('Member')
    const { body: users } = await app.ask('GET', `/api/users?name=${member}`)
    const { body } = await app.ask('POST', '/api/user-tokens', { name: 'theirs', user_id: users.items[0].id })
    assert.equal(body.user.user_name, member)
    const listed = await app.ask('GET', '/api/user-tokens', undefined, member)
    assert.deepEqual(
      listed.body.map(({ name }: { name: string }) => name),
      ['theirs'],
    )
  })
})
