import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('POST /users', (app) => {
  test('a name is not given twice', async () => {
    const make = () => app.ask('POST', '/api/users', { user_name: 'ada' })
    await make()
    const { body } = await assertRefused(app, make, 409, 'conflict')
    assert.match(body.detail, /"ada"/)
  })
})
