import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('PATCH /datastores/{id}/enrichment/{enrichment_id} refuses', (app) => {
  test('an enrichment datastore as the source, a source as the destination, itself, and a prefix in use', async () => {
    const enrichment = await makeDatastore(app, {}, { enrichment_only: true })
    const other = await makeDatastore(app, {}, { enrichment_only: true })
    const source = await makeDatastore(app, {}, { enrichment_prefix: '_same' })
    const alike = await makeDatastore(app, {}, { enrichment_prefix: '_SAME' })
    await makeDatastore(app, {}, { enrichment_prefix: '_same', enrichment_datastore_id: enrichment })
    for (const [from, to] of [
      [other, enrichment],
      [source, source],
      [enrichment, enrichment],
      [source, enrichment],
      [alike, enrichment],
    ]) {
      await assertRefused(
        app,
        () => app.ask('PATCH', `/api/datastores/${from}/enrichment/${to}`),
        409,
        'conflict',
      )
    }
  })
})
