import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('DELETE /datastores/{id}/enrichment refuses', (app) => {
  test('while an export is not finished', async () => {
    const enrichment_datastore_id = await makeDatastore(app, {}, { enrichment_only: true })
    const datastore_id = await makeDatastore(app, {}, { enrichment_datastore_id })
    await app.environment.store.database
      .insertInto('operations')
      .values({
        type: 'export',
        trigger_type: 'export',
        datastore_id,
        payload: '{}',
        status: '{}',
        triggered_by: 'x',
      })
      .execute()
    await assertRefused(
      app,
      () => app.ask('DELETE', `/api/datastores/${datastore_id}/enrichment`),
      409,
      'in_use',
    )
  })
})
