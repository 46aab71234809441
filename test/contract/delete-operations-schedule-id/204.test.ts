import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fireDueSchedule } from '../../../src/runs/schedules/fire.ts'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('DELETE /operations/schedule/{id}', (app) => {
  test('nothing is fired any more; the runs that it started stay, and still name it', async () => {
    const { datastore } = await makePeople(app)
    const made = await app.ask('POST', '/api/operations/schedule', {
      type: 'sync',
      name: 'Hourly',
      datastore_id: datastore,
      crontab: '0 * * * *',
    })
    const { id } = made.body
    app.clock.time = new Date('2026-03-01T13:00:00Z')
    assert.equal(await fireDueSchedule(app.environment), true)
    assert.equal((await app.ask('DELETE', `/api/operations/schedule/${id}`)).status, 204)

    app.clock.time = new Date('2026-03-01T15:00:00Z')
    assert.equal(await fireDueSchedule(app.environment), false)
    const url = `/api/operations/schedule/${id}`
    await assertRefused(app, () => app.ask('GET', url), 404, 'not_found')
    await assertRefused(app, () => app.ask('PUT', url, { name: 'x' }), 404, 'not_found')
    await assertRefused(app, () => app.ask('DELETE', url), 404, 'not_found')
    assert.equal((await app.ask('GET', '/api/operations/schedule')).body.total, 0)
    const runs = await app.ask('GET', `/api/operations?schedule_id=${id}`)
    assert.deepEqual(
      runs.body.items.map(({ schedule }: { schedule: unknown }) => schedule),
      [{ id, name: 'Hourly', crontab: '0 * * * *', timezone: 'UTC', deactivated: false }],
    )
  })
})
