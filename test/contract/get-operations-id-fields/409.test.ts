import { test } from 'node:test'
import { assertRefused } from '../../harness/contract.ts'
import { describeRuns, finish, makePrices } from '../../harness/runs.ts'

describeRuns('GET /operations/{id}/fields is refused', (app) => {
  test('for a run that promotes no computed fields', async () => {
    const sync = await app.trigger(await makePrices(app), { type: 'sync' })
    await finish(app)
    const ask = () => app.ask('GET', `/api/operations/${sync}/fields`)
    await assertRefused(app, ask, 409, 'wrong_state')
  })
})
