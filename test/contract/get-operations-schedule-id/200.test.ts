import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('GET /operations/schedule/{id}', (app) => {
  test('a Reporter reads one as it stands in the list and as it was answered when it was made', async () => {
    const { datastore } = await makePeople(app)
    const input = { type: 'sync', datastore_id: datastore, crontab: '0 2 * * *' }
    const made = await app.ask('POST', '/api/operations/schedule', input)
    const reporter = await app.user('Member', { Reporter: [datastore] })
    const one = await app.ask('GET', `/api/operations/schedule/${made.body.id}`, undefined, reporter)
    assert.deepEqual(one, { ...made, headers: one.headers })
    const { body } = await app.ask('GET', '/operations/schedule', undefined, reporter)
    assert.deepEqual(body.items, [one.body])
  })
})
