import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'

describeContract('POST /teams', (app) => {
  for (const [input, place] of [
    [{ permission: 'Viewer' }, 'body.name'],
    [{ name: 'x' }, 'body.permission'],
    [{ name: 'x', permission: 'Owner' }, 'body.permission'],
    [{ name: 'x', permission: 'Viewer', user_ids: ['1'] }, 'body.user_ids.0'],
  ] as const) {
    test(`${JSON.stringify(input)} is refused`, async () => {
      const answer = await assertRefused(app, () => app.ask('POST', '/api/teams', input), 422, 'invalid')
      assert.deepEqual(places(answer), [place])
    })
  }
})
