import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('POST /user-tokens', (app) => {
  test('a name counts once per user', async () => {
    const member = await app.user('Member')
    const ask = (token?: string) => app.ask('POST', '/api/user-tokens', { name: 'same' }, token)
    assert.equal((await ask()).status, 201)
    assert.equal((await ask(member)).status, 201)
    const { body } = await assertRefused(app, () => ask(member), 409, 'conflict')
    assert.match(body.detail, /"same"/)
  })
})
