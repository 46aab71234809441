import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'
import { makeFlow } from '../../harness/flows.ts'

describeContract('DELETE /datastores/{id}/enrichment unlinks', (app) => {
  test('remediation ends with it; without a link nothing happens', async () => {
    const enrichment_datastore_id = await makeDatastore(app, {}, { enrichment_only: true })
    const members = { enrichment_datastore_id, enrichment_remediation_strategy: 'overwrite' }
    const id = await makeDatastore(app, {}, members)
    for (const _ of [1, 2]) {
      assert.equal((await app.ask('DELETE', `/api/datastores/${id}/enrichment`)).status, 204)
      const { body } = await app.ask('GET', `/api/datastores/${id}`)
      assert.deepEqual([body.enrich_datastore, body.enrichment_remediation_strategy], [null, 'none'])
    }
  })

  test('a muted action of a flow does not hold it, as it starts nothing', async () => {
    const enrichment_datastore_id = await makeDatastore(app, {}, { enrichment_only: true })
    const datastore_id = await makeDatastore(app, {}, { enrichment_datastore_id })
    const operation = { type: 'export', datastore_id, asset_type: 'anomalies' }
    await makeFlow(app, { actions: [{ type: 'operation', operation, muted: true }] })
    assert.equal((await app.ask('DELETE', `/api/datastores/${datastore_id}/enrichment`)).status, 204)
  })

  test('where nothing is linked, whatever is scheduled', async () => {
    const enrichment_datastore_id = await makeDatastore(app, {}, { enrichment_only: true })
    const datastore_id = await makeDatastore(app, {}, { enrichment_datastore_id })
    const scheduled = await app.ask('POST', '/api/operations/schedule', {
      type: 'export',
      datastore_id,
      asset_type: 'anomalies',
      crontab: '0 2 * * *',
    })
    assert.equal(scheduled.status, 200, JSON.stringify(scheduled.body))
    // As versions left it that deleted enrichment datastores beside schedules.
    await app.environment.store.database
      .updateTable('datastores')
      .set({ enrich_datastore_id: null })
      .where('id', '=', datastore_id)
      .execute()
    assert.equal((await app.ask('DELETE', `/api/datastores/${datastore_id}/enrichment`)).status, 204)
  })
})
