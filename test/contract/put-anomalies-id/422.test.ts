import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makeAnomaly, makePeople } from '../../harness/factories.ts'

describeContract('PUT /anomalies/{id} refuses what an anomaly cannot be', (app) => {
  let place = { datastore: 0, container: 0 }
  let id = 0
  before(async () => {
    place = await makePeople(app)
    id = await makeAnomaly(app, place.container, [])
  })

  for (const body of [
    { status: 'Resolved' },
    { status: 'Duplicate' },
    { status: 'open' },
    { status: null },
    { tags: [''] },
    { tags: 'urgent' },
    { assignee_ids: ['1'] },
    { description: 7 },
  ]) {
    test(JSON.stringify(body), async () => {
      const refused = await assertRefused(
        app,
        () => app.ask('PUT', `/api/anomalies/${id}`, body),
        422,
        'invalid',
      )
      assert.match(places(refused)[0] ?? '', new RegExp(`^body\\.${Object.keys(body)[0]}`))
    })
  }

  test('an assignee below Viewer on the datastore, or without a team there', async () => {
    const reporter = await app.user('Member', { Reporter: [place.datastore] })
    const stranger = await app.user('Manager')
    for (const name of [reporter, stranger]) {
      const users = await app.ask('GET', `/api/users?name=${name}`)
      const assignee_ids = [users.body.items[0].id]
      const refused = await assertRefused(
        app,
        () => app.ask('PUT', `/api/anomalies/${id}`, { status: 'Acknowledged', assignee_ids }),
        422,
        'invalid',
      )
      assert.deepEqual(places(refused), ['body.assignee_ids'])
      assert.match(refused.body.detail[0].msg, /needs Viewer/)
    }
  })

  test('a path that is neither an id nor a uuid is 400', async () => {
    await assertRefused(app, () => app.ask('PUT', '/api/anomalies/abc', {}), 400, 'invalid_id')
  })
})
