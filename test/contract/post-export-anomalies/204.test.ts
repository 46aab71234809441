import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { describeDirectExport } from '../../harness/direct-exports.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('POST /export/anomalies', (app) => {
  const people = describeDirectExport(app, '/export/anomalies', 'anomalies')

  test('refuses containers of other datastores, and anybody but Editors', async () => {
    const other = await makePeople(app)
    const path = `/api/export/anomalies?datastore=${people.datastore}&containers=${other.container}`
    const { status, body } = await app.ask('POST', path)
    assert.deepEqual([status, body.detail[0].loc.join('.')], [422, 'query.containers'])
    const author = await app.user('Member', { Author: [people.datastore] })
    assert.equal((await app.ask('POST', path, undefined, author)).status, 403)
  })
})
