import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('DELETE /connections/{id} refuses while datastores use it', (app) => {
  test('the refusal names the datastores', async () => {
    const datastore = await makeDatastore(app, {}, { name: 'Sales' })
    const { body } = await app.ask('GET', `/api/datastores/${datastore}`)
    const ask = () => app.ask('DELETE', `/api/connections/${body.connection_id}`)
    const refused = await assertRefused(app, ask, 409, 'in_use')
    assert.match(refused.body.detail, /"Sales"/)
  })
})
