import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makeCheck, makeDatastore, makePeople } from '../../harness/factories.ts'

describeContract('DELETE /datastores/{id}', (app) => {
  test('takes containers, checks and anomalies along, and not the connection', async () => {
    const { datastore, container } = await makePeople(app)
    const check = await makeCheck(app, container)
    await makeAnomaly(app, container, [check])
    const { body } = await app.ask('GET', `/api/datastores/${datastore}`)
    const { status, body: empty } = await app.ask('DELETE', `/api/datastores/${datastore}`)
    assert.deepEqual([status, empty], [204, ''])
    for (const path of [`datastores/${datastore}`, `containers/${container}`, `quality-checks/${check}`]) {
      assert.equal((await app.ask('GET', `/api/${path}`)).status, 404)
    }
    assert.equal((await app.ask('GET', `/api/connections/${body.connection_id}`)).status, 200)
  })

  test('unlinks the datastores that it enriched and ends their remediation', async () => {
    const enrichment = await makeDatastore(app, {}, { enrichment_only: true })
    const members = { enrichment_datastore_id: enrichment, enrichment_remediation_strategy: 'append' }
    const source = await makeDatastore(app, {}, members)
    await app.ask('DELETE', `/api/datastores/${enrichment}`)
    const { body } = await app.ask('GET', `/api/datastores/${source}`)
    assert.deepEqual([body.enrich_datastore, body.enrichment_remediation_strategy], [null, 'none'])
  })
})
