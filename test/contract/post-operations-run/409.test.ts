import { test } from 'node:test'
import { assertRefused } from '../../harness/contract.ts'
import { describeRuns, makePrices } from '../../harness/runs.ts'

describeRuns('POST /operations/run is refused where the datastore is not ready for it', (app) => {
  test('remediation without an enrichment datastore', async () => {
    const { datastore_id } = await makePrices(app)
    for (const remediation of ['append', 'overwrite']) {
      const ask = () => app.ask('POST', '/api/operations/run', { type: 'scan', datastore_id, remediation })
      await assertRefused(app, ask, 409, 'wrong_state')
    }
  })

  test('a materialize without an enrichment datastore', async () => {
    const { datastore_id } = await makePrices(app)
    const payload = { type: 'materialize', datastore_id }
    await assertRefused(app, () => app.ask('POST', '/api/operations/run', payload), 409, 'wrong_state')
  })

  test('an export without an enrichment datastore', async () => {
    const { datastore_id } = await makePrices(app)
    const payload = { type: 'export', datastore_id, asset_type: 'checks' }
    await assertRefused(app, () => app.ask('POST', '/api/operations/run', payload), 409, 'wrong_state')
    const schedule = { ...payload, crontab: '0 2 * * *' }
    await assertRefused(app, () => app.ask('POST', '/api/operations/schedule', schedule), 409, 'wrong_state')
  })
})
