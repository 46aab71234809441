import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'

describeContract('POST /users', (app) => {
  for (const [input, place] of [
    [{}, 'body.user_name'],
    [{ user_name: 'x', role: 'King' }, 'body.role'],
    [{ user_name: 'x', user_type: 'Robot' }, 'body.user_type'],
    [{ user_name: 'x', email: 5 }, 'body.email'],
  ] as const) {
    test(`${JSON.stringify(input)} is refused`, async () => {
      const answer = await assertRefused(app, () => app.ask('POST', '/api/users', input), 422, 'invalid')
      assert.deepEqual(places(answer), [place])
    })
  }
})
