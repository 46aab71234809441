import { test } from 'node:test'
import { assertRefused } from '../../harness/contract.ts'
import { describeRuns, finish, makePrices } from '../../harness/runs.ts'

describeRuns('PUT /operations/rerun/{id} is refused', (app) => {
  test('while the run is queued or running', async () => {
    const id = await app.trigger(await makePrices(app), { type: 'scan' })
    const rerun = () => app.ask('PUT', `/api/operations/rerun/${id}`)
    await assertRefused(app, rerun, 409, 'wrong_state')
    await app.step()
    await assertRefused(app, rerun, 409, 'wrong_state')
    await finish(app)
  })
})
