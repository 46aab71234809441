import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'

describeContract('GET /operations/{id}/fields is refused', (app) => {
  test('with a result that no field can have', async () => {
    const ask = () => app.ask('GET', '/api/operations/1/fields?promote_result=deleted')
    assert.match(places(await assertRefused(app, ask, 422, 'invalid'))[0] ?? '', /^query\.promote_result/)
  })
})
