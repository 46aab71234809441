import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('PATCH /datastores/{id}/enrichment/{enrichment_id} links', (app) => {
  test('again without effect, and another in the place of the first', async () => {
    const source = await makeDatastore(app)
    const one = await makeDatastore(app, {}, { enrichment_only: true })
    const two = await makeDatastore(app, {}, { enrichment_only: true })
    const editor = await app.user('Member', { Editor: [source], Reporter: [one, two] })
    for (const id of [one, one, two]) {
      const { status, body } = await app.ask(
        'PATCH',
        `/api/datastores/${source}/enrichment/${id}`,
        undefined,
        editor,
      )
      assert.deepEqual([status, body.id, body.enrich_datastore.id], [200, source, id])
      assert.deepEqual(Object.keys(body.enrich_datastore).sort(), [
        'enrichment_only',
        'id',
        'name',
        'store_type',
        'type',
      ])
    }
  })
})
