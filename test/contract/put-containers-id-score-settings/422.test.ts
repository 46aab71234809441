import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('422 of PUT /containers/{id}/score-settings', (app) => {
  let path = ''
  before(async () => {
    path = `/api/containers/${(await makePeople(app)).container}/score-settings`
  })
  for (const [member, values] of [
    ['decay_period_days', [6, 181, 7.5, '7']],
    ['accuracy_weight', [-0.1, 2.1, 'much']],
  ] as const) {
    for (const value of values) {
      test(`${member} of ${JSON.stringify(value)}`, async () => {
        const answer = await assertRefused(
          app,
          () => app.ask('PUT', path, { [member]: value }),
          422,
          'invalid',
        )
        assert.deepEqual(places(answer), [`body.${member}`])
      })
    }
  }
})
