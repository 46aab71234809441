import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'
import { makeFlow } from '../../harness/flows.ts'

describeContract('DELETE /datastores/{id} refuses an enrichment datastore', (app) => {
  const linked = async () => {
    const enrichment = await makeDatastore(app, {}, { enrichment_only: true })
    const source = await makeDatastore(app, {}, { enrichment_datastore_id: enrichment })
    return { source, remove: () => app.ask('DELETE', `/api/datastores/${enrichment}`) }
  }

  test('while a schedule writes there, and no longer once that is deactivated', async () => {
    const { source: datastore_id, remove } = await linked()
    const { body: schedule } = await app.ask('POST', '/api/operations/schedule', {
      type: 'export',
      datastore_id,
      asset_type: 'checks',
      crontab: '0 2 * * *',
    })
    const refused = await assertRefused(app, remove, 409, 'in_use')
    assert.match(refused.body.detail, new RegExp(`export schedule ${schedule.id}`))
    await app.ask('PUT', `/api/operations/schedule/${schedule.id}`, { deactivated: true })
    assert.equal((await remove()).status, 204)
  })

  test('while an active flow writes there, and no longer once the datastore that it reads is unlinked or gone', async () => {
    const { source: datastore_id, remove } = await linked()
    const operation = { type: 'materialize', datastore_id }
    await makeFlow(app, { name: 'Copy at night', actions: [{ type: 'operation', operation }] })
    const refused = await assertRefused(app, remove, 409, 'in_use')
    assert.match(refused.body.detail, /"Copy at night"/)
    assert.equal((await app.ask('DELETE', `/api/datastores/${datastore_id}`)).status, 204)
    assert.equal((await remove()).status, 204)
  })
})
