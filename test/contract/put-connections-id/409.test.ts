import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeConnection } from '../../harness/factories.ts'

describeContract('PUT /connections/{id} refuses', (app) => {
  test('a name that is taken, and another type', async () => {
    const id = await makeConnection(app, { name: 'one' })
    await makeConnection(app, { name: 'two' })
    for (const change of [{ name: 'two' }, { type: 'sqlite' }]) {
      await assertRefused(app, () => app.ask('PUT', `/api/connections/${id}`, change), 409, 'conflict')
    }
  })
})
