import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('POST /containers/validate refuses', (app) => {
  test('what creating it would refuse, and times that nobody waits', async () => {
    const { container } = await makePeople(app)
    const body = {
      container: {
        container_type: 'computed_file',
        name: 'computed',
        source_container_id: container,
        select_clause: 'nowhere',
      },
    }
    const ask = (query: string) => () => app.ask('POST', `/api/containers/validate${query}`, body)
    const refused = await assertRefused(app, ask(''), 422, 'invalid')
    assert.deepEqual(places(refused), ['body.container.select_clause'])
    for (const seconds of ['0', '601', 'x'])
      await assertRefused(app, ask(`?timeout_seconds=${seconds}`), 422, 'invalid')
  })
})
