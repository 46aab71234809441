import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recomputeScores } from '../../../src/services/scores/recompute.ts'
import { describeContract } from '../../harness/contract.ts'
import { makeCheck, makePeople, makeScan } from '../../harness/factories.ts'

describeContract('GET /datastores/{id}/quality-scores', (app) => {
  test('is the history of the scores of the datastore, newest first; the datastore itself shows the newest', async () => {
    const people = await makePeople(app)
    const id = people.datastore
    const path = `/api/datastores/${id}`
    const none = await app.ask('GET', `${path}/quality-scores`)
    assert.deepEqual([none.status, none.body.items], [200, []])
    await makeScan(app, people.container)
    while (await recomputeScores(app.environment)) continue
    await makeCheck(app, people.container)
    while (await recomputeScores(app.environment)) continue
    const { status, body } = await app.ask('GET', `${path}/quality-scores`)
    assert.equal(status, 200)
    assert.equal(body.total, 2)
    const [{ created, ...newest }, { coverage }] = body.items
    assert.ok(newest.coverage > coverage)
    assert.ok(Date.parse(created) > 0)
    const { body: whole } = await app.ask('GET', path)
    assert.deepEqual(whole.quality_score, newest)
    const page = await app.ask('GET', `${path}/quality-scores?size=1&page=2`)
    assert.deepEqual([page.body.total, page.body.items[0].coverage], [2, coverage])
  })
})
