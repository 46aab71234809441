import { test } from 'node:test'
import { assertRefused } from '../../harness/contract.ts'
import { describeRuns, finish, makePrices } from '../../harness/runs.ts'

describeRuns('GET /operations/{id}/scan-checks is refused', (app) => {
  test('for a run that is no scan', async () => {
    const sync = await app.trigger(await makePrices(app), { type: 'sync' })
    await finish(app)
    await assertRefused(app, () => app.ask('GET', `/api/operations/${sync}/scan-checks`), 409, 'wrong_state')
  })
})
