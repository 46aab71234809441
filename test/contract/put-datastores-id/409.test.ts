import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('PUT /datastores/{id} refuses what conflicts', (app) => {
  test('a name that is taken, and changes that would break a link', async () => {
    const enrichment = await makeDatastore(app, {}, { name: 'Enrichment', enrichment_only: true })
    const link = { enrichment_datastore_id: enrichment }
    const first = await makeDatastore(app, {}, { ...link, enrichment_prefix: '_first' })
    await makeDatastore(app, {}, { ...link, enrichment_prefix: '_second' })
    for (const [id, change, code] of [
      [first, { name: 'Enrichment' }, 'conflict'],
      [first, { enrichment_prefix: '_second' }, 'conflict'],
      [first, { enrichment_prefix: '_Second' }, 'conflict'],
      [first, { enrichment_only: true }, 'conflict'],
      [enrichment, { enrichment_only: false }, 'in_use'],
    ] as const) {
      await assertRefused(app, () => app.ask('PUT', `/api/datastores/${id}`, change), 409, code)
    }
  })
})
