import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checksOf, placeOf, promoted } from '../../harness/promotions.ts'
import { describeRuns } from '../../harness/runs.ts'

describeRuns('A promotion onto checks in force', (app) => {
  test('changes none of them into what its store refuses, and says why', async () => {
    const source = await app.source({ 'orders.csv': 'id,amount,note\n1,20,x\n' })
    const destination = await app.source({ 'orders.csv': 'id,amount\n1,20\n' })
    const from = await placeOf(app, source, 'orders.csv')
    const to = await placeOf(app, destination, 'orders.csv')
    const add = (description: string, fields: string[]) =>
      app.check(source, 'orders.csv', { rule: 'notNull', fields, description })
    const [renamed, filtered] = [await add('renamed', ['id']), await add('filtered', ['amount'])]
    assert.equal((await promoted(app, from, to, { as_draft: false })).status.created, 2)
    const before = await checksOf(app, to)
    await app.ask('PUT', `/api/quality-checks/${renamed}`, { fields: ['note'] })
    await app.ask('PUT', `/api/quality-checks/${filtered}`, { filter: "note > ''" })
    for (const as_draft of [true, false]) {
      const run = await promoted(app, from, to, { as_draft })
      assert.deepEqual([run.result, run.status.failed], ['failure', 2])
      assert.equal(run.results[0].message, '"orders.csv" has no field called "note".')
      assert.match(run.results[1].message, /^The destination refuses it: .*note/)
      assert.deepEqual(await checksOf(app, to), before)
    }
  })
})
