import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('GET /user-tokens/service', (app) => {
  test('is a bare list of the tokens of service users, each with its user, and never tells what authenticates', async () => {
    const { body: robot } = await app.ask('POST', '/api/users', { user_name: 'robot', user_type: 'Service' })
    const { body: made } = await app.ask('POST', '/api/user-tokens', { name: 'nightly', user_id: robot.id })
    await app.ask('POST', '/api/user-tokens', { name: 'mine' })
    const { body } = await app.ask('GET', '/api/user-tokens/service')
    const { bearer_token, ...shown } = made
    assert.deepEqual(body, [shown])
    assert.deepEqual(
      [body[0].user.user_id, body[0].user.user_name, body[0].user.user_type],
      [robot.id, 'robot', 'Service'],
    )
    assert.ok(!JSON.stringify(body).includes(bearer_token.split('.')[2]))
  })
})
