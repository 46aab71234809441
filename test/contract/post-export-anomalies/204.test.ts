import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeDatastore, makePeople } from '../../harness/factories.ts'

describeContract('POST /export/anomalies', (app) => {
  let people = { datastore: 0, container: 0 }
  before(async () => {
    people = await makePeople(app)
    const results = await makeDatastore(app, {}, { enrichment_only: true })
    await app.ask('PATCH', `/api/datastores/${people.datastore}/enrichment/${results}`)
  })

  test('starts the run that an export of them is, of the containers that are named', async () => {
    const editor = await app.user('Member', { Editor: [people.datastore] })
    const path = `/api/export/anomalies?datastore=${people.datastore}`
    for (const [query, containers] of [
      ['', []],
      [`&containers=${people.container}`, [people.container]],
    ] as const) {
      const { status, body } = await app.ask('POST', `${path}${query}`, undefined, editor)
      assert.deepEqual([status, body], [204, ''])
      const { items } = (await app.ask('GET', '/api/operations?operation_type=export')).body
      const { body: run } = await app.ask('GET', `/api/operations/${items[0].id}`)
      assert.deepEqual(
        [run.result, run.asset_type, run.container_ids, run.include_masked],
        ['queued', 'anomalies', containers, false],
      )
    }
  })

  test('refuses containers of other datastores, and anybody but Editors', async () => {
    const other = await makePeople(app)
    const path = `/api/export/anomalies?datastore=${people.datastore}&containers=${other.container}`
    const { status, body } = await app.ask('POST', path)
    assert.deepEqual([status, body.detail[0].loc.join('.')], [422, 'query.containers'])
    const author = await app.user('Member', { Author: [people.datastore] })
    assert.equal((await app.ask('POST', path, undefined, author)).status, 403)
  })
})
