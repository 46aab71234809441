import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('GET /operations/{id}/events answers 404', (app) => {
  test('for a run that is not there, before a stream begins', async () => {
    for (const path of ['/api/operations/999/events', '/operations/999/events'])
      await assertRefused(app, () => app.ask('GET', path), 404, 'not_found')
  })
})
