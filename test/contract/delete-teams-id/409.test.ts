import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('DELETE /teams/{id}', (app) => {
  test('the team of everybody stays', async () => {
    const { body } = await app.ask('GET', '/api/teams?name=Public')
    await assertRefused(app, () => app.ask('DELETE', `/api/teams/${body.items[0].id}`), 409, 'conflict')
  })
})
