import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dimensions } from '../../../src/model/quality-score.ts'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('GET /datastores/{id}/score-settings', (app) => {
  test('has every setting, null for those that nobody set', async () => {
    const { datastore } = await makePeople(app)
    const path = `/api/datastores/${datastore}/score-settings`
    const { status, body } = await app.ask('GET', path)
    assert.equal(status, 200)
    const members = ['decay_period_days', ...dimensions.map((dimension) => `${dimension}_weight`)]
    assert.deepEqual(body, Object.fromEntries(members.map((member) => [member, null])))
    await app.ask('PUT', path, { decay_period_days: 30 })
    assert.equal((await app.ask('GET', path)).body.decay_period_days, 30)
  })
})
