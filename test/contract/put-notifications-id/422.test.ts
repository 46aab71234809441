import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'

describeContract('PUT /notifications/{id} refuses', (app) => {
  for (const body of [{}, { read: null }, { read: 'yes' }]) {
    test(JSON.stringify(body), async () => {
      const answer = await assertRefused(
        app,
        () => app.ask('PUT', '/api/notifications/1', body),
        422,
        'invalid',
      )
      assert.deepEqual(places(answer), ['body.read'])
    })
  }
})
