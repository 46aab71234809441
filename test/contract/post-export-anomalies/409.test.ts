import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('POST /export/anomalies', (app) => {
  test('refuses a datastore without an enrichment datastore', async () => {
    const id = await makeDatastore(app)
    await assertRefused(
      app,
      () => app.ask('POST', `/api/export/anomalies?datastore=${id}`),
      409,
      'wrong_state',
    )
  })
})
