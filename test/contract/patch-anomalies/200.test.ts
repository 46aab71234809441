import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makePeople } from '../../harness/factories.ts'

describeContract('PATCH /anomalies changes several', (app) => {
  test('each in its way, in the order given, all or none', async () => {
    const { datastore, container } = await makePeople(app)
    const elsewhere = await makePeople(app)
    const one = await makeAnomaly(app, container, [])
    const two = await makeAnomaly(app, container, [])
    const other = await makeAnomaly(app, elsewhere.container, [])
    const changes = [
      { id: two, tags: ['a'] },
      { id: one, status: 'Acknowledged' },
    ]
    const author = await app.user('Member', { Author: [datastore] })
    const patch = (body: object[]) => app.ask('PATCH', '/api/anomalies', body, author)
    await assertRefused(app, () => patch([...changes, { id: other, tags: [] }]), 404, 'not_found')
    await assertRefused(app, () => patch([...changes, { id: one, tags: [] }]), 422, 'invalid')
    const { status, body } = await patch(changes)
    assert.equal(status, 200)
    assert.deepEqual(
      body.map((anomaly: { id: number; status: string; global_tags: { name: string }[] }) => [
        anomaly.id,
        anomaly.status,
        anomaly.global_tags.length,
      ]),
      [
        [two, 'Active', 1],
        [one, 'Acknowledged', 0],
      ],
    )
    assert.deepEqual((await patch([])).body, [])
  })
})
