import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { authenticate } from '../../../src/access/authenticate.ts'
import { createServer } from '../../../src/http/server.ts'
import { describeContract } from '../../harness/contract.ts'

describeContract('PUT /user-tokens/{id}', (app) => {
  let server: FastifyInstance
  let robot = 0
  before(async () => {
    server = await createServer(app.environment, {
      authenticate: (token) => authenticate(app.environment, token),
    })
    const user = { user_name: 'robot', user_type: 'Service', role: 'Manager' }
    robot = (await app.ask('POST', '/api/users', user)).body.id
  })

  const statusWith = async (bearer: string) =>
    (await server.inject({ url: '/api/users', headers: { authorization: `Bearer ${bearer}` } })).statusCode

  test('revokes the token of a service user at once, and an Admin restores it', async () => {
    const { body } = await app.ask('POST', '/api/user-tokens', { name: 'nightly', user_id: robot })
    const path = `/api/user-tokens/${body.id}`
    assert.equal(await statusWith(body.bearer_token), 200)
    const revoked = await app.ask('PUT', path, { active: false })
    assert.deepEqual([revoked.status, revoked.body.active], [200, false])
    assert.equal(await statusWith(body.bearer_token), 401)
    const listed = (await app.ask('GET', '/api/user-tokens/service')).body
    assert.deepEqual(
      listed.map((token: { name: string; active: boolean }) => [token.name, token.active]),
      [['nightly', false]],
    )
    assert.equal((await app.ask('PUT', path, { active: true })).body.active, true)
    assert.equal(await statusWith(body.bearer_token), 200)
  })

  test('a body that changes nothing is answered with the token as it is', async () => {
    const { body } = await app.ask('POST', '/api/user-tokens', { name: 'still' })
    const { bearer_token: _told, ...listed } = body
    assert.deepEqual((await app.ask('PUT', `/api/user-tokens/${body.id}`, listed)).body, listed)
    assert.deepEqual((await app.ask('PUT', `/api/user-tokens/${body.id}`, {})).body, listed)
  })

  test('everybody revokes their own', async () => {
    const member = await app.user('Member')
    const { body } = await app.ask('POST', '/api/user-tokens', { name: 'own' }, member)
    const answer = await app.ask('PUT', `/api/user-tokens/${body.id}`, { active: false }, member)
    assert.deepEqual([answer.status, answer.body.active], [200, false])
  })
})
