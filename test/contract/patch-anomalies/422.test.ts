import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makeAnomaly, makePeople } from '../../harness/factories.ts'

describeContract('PATCH /anomalies is refused', (app) => {
  test('at the place of the list where an assignee is below Viewer', async () => {
    const { datastore, container } = await makePeople(app)
    const one = await makeAnomaly(app, container, [])
    const two = await makeAnomaly(app, container, [])
    const reporter = await app.user('Member', { Reporter: [datastore] })
    const { body } = await app.ask('GET', `/api/users?name=${reporter}`)
    const assignee_ids = [body.items[0].id]
    const changes = [
      { id: two, tags: ['a'] },
      { id: one, assignee_ids },
    ]
    const refused = await assertRefused(
      app,
      () => app.ask('PATCH', '/api/anomalies', changes),
      422,
      'invalid',
    )
    assert.deepEqual(places(refused), ['body.1.assignee_ids'])
  })
})
