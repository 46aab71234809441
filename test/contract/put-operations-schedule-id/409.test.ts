import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('PUT /operations/schedule/{id} refuses', (app) => {
  test('another type', async () => {
    const { datastore } = await makePeople(app)
    const made = await app.ask('POST', '/api/operations/schedule', {
      type: 'scan',
      datastore_id: datastore,
      crontab: '0 2 * * *',
    })
    const url = `/api/operations/schedule/${made.body.id}`
    await assertRefused(app, () => app.ask('PUT', url, { type: 'sync' }), 409, 'conflict')
  })
})
