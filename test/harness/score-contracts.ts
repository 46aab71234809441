import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { recomputeScores } from '../../src/services/scores/recompute.ts'
import type { TestApp } from './app.ts'
import { assertRefused, describeContract, places } from './contract.ts'
import { makeCheck, makePeople, makeScan } from './factories.ts'

type People = Awaited<ReturnType<typeof makePeople>>

/** A thing with scores, by its noun in the plural, and which of those that tests make it is. */
type IdOf = (app: TestApp, people: People) => number | Promise<number>

/** What the history of scores promises, of whatever has one. */
export function describeScoreHistory(nouns: string, idOf: IdOf): void {
  const noun = nouns.slice(0, -1)
  describeContract(`GET /${nouns}/{id}/quality-scores`, (app) => {
    test(`is the history of the scores of the ${noun}, newest first; the ${noun} itself shows the newest`, async () => {
      const people = await makePeople(app)
      const path = `/api/${nouns}/${await idOf(app, people)}`
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
}

/** What changing the settings of scores promises. */
export function describeScoreSettings(nouns: string, idOf: IdOf): void {
  describeContract(`PUT /${nouns}/{id}/score-settings`, (app) => {
    test('changes what is given, leaves the rest, and gives a default back by null', async () => {
      const path = `/api/${nouns}/${await idOf(app, await makePeople(app))}/score-settings`
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
}

/** Which settings of scores are refused. */
export function describeRefusedScoreSettings(nouns: string, idOf: IdOf): void {
  describeContract(`422 of PUT /${nouns}/{id}/score-settings`, (app) => {
    let path = ''
    before(async () => {
      path = `/api/${nouns}/${await idOf(app, await makePeople(app))}/score-settings`
    })
    for (const [member, values] of [
      ['decay_period_days', [6, 181, 7.5, '7']],
      ['accuracy_weight', [-0.1, 2.1, 'much']],
    ] as const) {
      for (const value of values) {
        test(`${member} of ${JSON.stringify(value)}`, async () => {
          const ask = () => app.ask('PUT', path, { [member]: value })
          const answer = await assertRefused(app, ask, 422, 'invalid')
          assert.deepEqual(places(answer), [`body.${member}`])
        })
      }
    }
  })
}
