import { test } from 'node:test'
import { assertRefused } from '../../harness/contract.ts'
import { describeRuns, finish, makePrices, scanned } from '../../harness/runs.ts'

describeRuns('PUT /operations/run/{id} is refused', (app) => {
  const refused = (id: number) =>
    assertRefused(app, () => app.ask('PUT', `/api/operations/run/${id}`), 409, 'wrong_state')

  test('for a scan that succeeded, and for one that is still going', async () => {
    const source = await makePrices(app)
    const { id } = await scanned(app, source)
    await refused(id)
    const going = await app.trigger(source, { type: 'scan' })
    await refused(going)
    await app.step()
    await refused(going)
    await finish(app)
  })

  test('for a sync, however it ended', async () => {
    const source = await makePrices(app)
    const id = await app.trigger(source, { type: 'sync' })
    await app.ask('PUT', `/api/operations/abort/${id}`)
    await refused(id)
  })
})
