import { test } from 'node:test'
import { assertRefused } from '../../harness/contract.ts'
import { describeRuns, makePrices, scanned } from '../../harness/runs.ts'

describeRuns('PUT /operations/abort/{id} is refused', (app) => {
  test('for a run that has ended, by success or by an abort', async () => {
    const source = await makePrices(app)
    const { id } = await scanned(app, source)
    const abort = (run: number) => app.ask('PUT', `/api/operations/abort/${run}`)
    await assertRefused(app, () => abort(id), 409, 'wrong_state')
    const other = await app.trigger(source, { type: 'scan' })
    await abort(other)
    await assertRefused(app, () => abort(other), 409, 'wrong_state')
  })
})
