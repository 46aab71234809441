import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('POST /global-tags refuses a name that is taken', (app) => {
  test('also when the tag was made by being used', async () => {
    await app.ask('POST', '/api/global-tags', { name: 'pii' })
    await assertRefused(app, () => app.ask('POST', '/api/global-tags', { name: 'pii' }), 409, 'conflict')
  })
})
