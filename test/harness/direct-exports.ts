import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { TestApp } from './app.ts'
import { makeDatastore, makePeople } from './factories.ts'

/** Declares the test that an endpoint starts the export of these assets; `people` are there, with an enrichment datastore, when it runs. */
export function describeDirectExport(app: TestApp, endpoint: string, asset_type: string) {
  const people = { datastore: 0, container: 0 }
  before(async () => {
    Object.assign(people, await makePeople(app))
    const results = await makeDatastore(app, {}, { enrichment_only: true })
    await app.ask('PATCH', `/api/datastores/${people.datastore}/enrichment/${results}`)
  })

  test('starts the run that an export of them is, of the containers that are named', async () => {
    const editor = await app.user('Member', { Editor: [people.datastore] })
    const path = `/api${endpoint}?datastore=${people.datastore}`
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
        ['queued', asset_type, containers, false],
      )
    }
  })
  return people
}
