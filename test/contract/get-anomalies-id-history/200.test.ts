import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makePeople } from '../../harness/factories.ts'

describeContract('GET /anomalies/{id}/history', (app) => {
  test('tells every change of status with its author and time, newest first; what changes nothing is not told', async () => {
    const { datastore, container } = await makePeople(app)
    const id = await makeAnomaly(app, container, [])
    const author = await app.user('Member', { Author: [datastore] })
    const reporter = await app.user('Member', { Reporter: [datastore] })
    const at = (time: string) => (app.clock.time = new Date(time))
    at('2026-03-01T13:00:00Z')
    await app.ask('PUT', `/api/anomalies/${id}`, { status: 'Active', tags: ['x'] }, author)
    await app.ask('PUT', `/api/anomalies/${id}`, { status: 'Acknowledged' }, author)
    at('2026-03-01T14:00:00Z')
    await app.ask('DELETE', `/api/anomalies/${id}?status=Discarded`)
    at('2026-03-01T15:00:00Z')
    await app.ask('PUT', `/api/anomalies/${id}`, { status: 'Active' }, author)
    const { status, body } = await app.ask('GET', `/api/anomalies/${id}/history`, undefined, reporter)
    assert.equal(status, 200)
    assert.deepEqual(
      body.items.map((change: Record<string, unknown> & { user: { user_name: string } }) => [
        change['from_status'],
        change['to_status'],
        change.user.user_name,
        change['created'],
        change['operation_id'],
      ]),
      [
        ['Discarded', 'Active', author, '2026-03-01T15:00:00.000Z', null],
        ['Acknowledged', 'Discarded', 'admin-1', '2026-03-01T14:00:00.000Z', null],
        ['Active', 'Acknowledged', author, '2026-03-01T13:00:00.000Z', null],
      ],
    )
    const page = await app.ask('GET', `/api/anomalies/${id}/history?size=1&page=3`)
    assert.deepEqual([page.body.total, page.body.items[0].to_status], [3, 'Acknowledged'])
  })
})
