import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('POST /operations/schedule refuses', (app) => {
  test('remediation where no enrichment datastore is linked', async () => {
    const { datastore } = await makePeople(app)
    const body = { type: 'scan', datastore_id: datastore, crontab: '0 2 * * *', remediation: 'append' }
    await assertRefused(app, () => app.ask('POST', '/api/operations/schedule', body), 409, 'wrong_state')
  })
})
