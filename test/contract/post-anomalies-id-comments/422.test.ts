import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makePeople } from '../../harness/factories.ts'

describeContract('POST /anomalies/{id}/comments refuses what says nothing', (app) => {
  test('no message, a blank one, one that is too long', async () => {
    const { container } = await makePeople(app)
    const id = await makeAnomaly(app, container, [])
    for (const body of [{}, { message: '' }, { message: ' \n' }, { message: 'x'.repeat(10_001) }]) {
      const ask = () => app.ask('POST', `/api/anomalies/${id}/comments`, body)
      await assertRefused(app, ask, 422, 'invalid')
    }
  })
})
