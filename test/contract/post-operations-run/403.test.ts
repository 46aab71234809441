import { test } from 'node:test'
import { assertRefused } from '../../harness/contract.ts'
import { describeRuns, makePrices } from '../../harness/runs.ts'

describeRuns('POST /operations/run is refused below Editor on the datastore', (app) => {
  test('to an Author, and to a Manager without a team', async () => {
    const { datastore_id } = await makePrices(app)
    const author = await app.user('Member', { Author: [datastore_id] })
    for (const token of [author, await app.user('Manager')]) {
      for (const type of ['scan', 'sync']) {
        const ask = () => app.ask('POST', '/api/operations/run', { type, datastore_id }, token)
        await assertRefused(app, ask, 403, 'forbidden')
      }
    }
  })
})
