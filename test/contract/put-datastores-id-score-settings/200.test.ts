import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('PUT /datastores/{id}/score-settings', (app) => {
  test('changes what is given, leaves the rest, and gives a default back by null', async () => {
    const { datastore } = await makePeople(app)
    const path = `/api/datastores/${datastore}/score-settings`
    const put = async (change: object) => (await app.ask('PUT', path, change)).body
    assert.equal((await put({ decay_period_days: 7, accuracy_weight: 2 })).accuracy_weight, 2)
    const after = await put({ accuracy_weight: 0 })
    assert.deepEqual([after.decay_period_days, after.accuracy_weight, after.coverage_weight], [7, 0, null])
    const { status, body } = await app.ask('PUT', path, { decay_period_days: null })
    assert.deepEqual([status, body.decay_period_days, body.accuracy_weight], [200, null, 0])
    assert.deepEqual(await put({}), body)
    assert.deepEqual((await app.ask('GET', path)).body, body)
    assert.deepEqual(await put(body), body, 'what was read can be sent back')
  })
})
