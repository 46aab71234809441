import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('DELETE /user-tokens/{id}', (app) => {
  test('everybody may end a token of their own, and its name is free again', async () => {
    const member = await app.user('Member')
    const make = () => app.ask('POST', '/api/user-tokens', { name: 'once' }, member)
    const { body } = await make()
    assert.equal((await app.ask('DELETE', `/api/user-tokens/${body.id}`, undefined, member)).status, 204)
    assert.deepEqual((await app.ask('GET', '/api/user-tokens', undefined, member)).body, [])
    assert.equal((await make()).status, 201)
  })
})
