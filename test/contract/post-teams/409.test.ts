import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('POST /teams', (app) => {
  test('a name that is taken is refused', async () => {
    const input = { name: 'Twice', permission: 'Viewer' }
    await app.ask('POST', '/api/teams', input)
    await assertRefused(app, () => app.ask('POST', '/api/teams', input), 409, 'conflict')
  })
})
