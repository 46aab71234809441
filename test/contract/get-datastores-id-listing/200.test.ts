import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('GET /datastores/{id}/listing', (app) => {
  test('has the tables that the service has written there, with what they are about', async () => {
    const results = await makeDatastore(app, { 'other.csv': 'a\n1\n' }, { enrichment_only: true })
    const reporter = await app.user('Member', { Reporter: [results] })
    const listed = async () =>
      (await app.ask('GET', `/api/datastores/${results}/listing`, undefined, reporter)).body
    assert.deepEqual(await listed(), [])
    await app.ask('POST', `/api/export/check-templates?enrich_datastore_id=${results}`)
    const { body: datastore } = await app.ask('GET', `/api/datastores/${results}`)
    const { id, name, store_type, type, enrichment_only } = datastore
    assert.deepEqual(await listed(), [
      {
        name: `${datastore.enrichment_prefix}_check_templates_export`,
        label: 'Exported check templates',
        datastore: { id, name, store_type, type, enrichment_only },
      },
    ])
  })

  test('refuses a source, in which the service writes nothing', async () => {
    const source = await makeDatastore(app)
    await assertRefused(app, () => app.ask('GET', `/api/datastores/${source}/listing`), 409, 'wrong_state')
  })
})
