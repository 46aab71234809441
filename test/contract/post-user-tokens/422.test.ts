import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'

describeContract('POST /user-tokens', (app) => {
  for (const [what, input, place] of [
    ['no name', {}, 'body.name'],
    ['a blank name', { name: ' ' }, 'body.name'],
    ['no day', { name: 'x', expires_in_days: 0 }, 'body.expires_in_days'],
    ['more than a year', { name: 'x', expires_in_days: 366 }, 'body.expires_in_days'],
    ['half a day', { name: 'x', expires_in_days: 0.5 }, 'body.expires_in_days'],
  ] as const) {
    test(`${what} is refused`, async () => {
      const answer = await assertRefused(
        app,
        () => app.ask('POST', '/api/user-tokens', input),
        422,
        'invalid',
      )
      assert.ok(places(answer).includes(place))
    })
  }
})
