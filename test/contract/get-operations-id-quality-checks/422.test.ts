import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'

describeContract('GET /operations/{id}/quality-checks is refused', (app) => {
  test('with a result that no check can have', async () => {
    const ask = () => app.ask('GET', '/api/operations/1/quality-checks?promote_result=deleted')
    assert.match(places(await assertRefused(app, ask, 422, 'invalid'))[0] ?? '', /^query\.promote_result/)
  })
})
