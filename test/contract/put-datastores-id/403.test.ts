import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeConnection, makeDatastore } from '../../harness/factories.ts'

describeContract('PUT /datastores/{id} refuses another connection', (app) => {
  test('to an Editor who is no Manager, because it carries credentials of others', async () => {
    const id = await makeDatastore(app)
    const connection_id = await makeConnection(app)
    const editor = await app.user('Member', { Editor: [id] })
    const ask = () => app.ask('PUT', `/api/datastores/${id}`, { connection_id }, editor)
    await assertRefused(app, ask, 403, 'forbidden')
  })
})
