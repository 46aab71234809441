import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'
import { fireDueSchedule } from '../../../src/runs/schedules/fire.ts'

describeContract('PUT /operations/schedule/{id}', (app) => {
  let datastore_id = 0
  let id = 0
  before(async () => void (datastore_id = (await makePeople(app)).datastore))
  beforeEach(async () => {
    app.clock.time = new Date('2026-03-01T12:00:00Z')
    const { body } = await app.ask('POST', '/api/operations/schedule', {
      type: 'scan',
      datastore_id,
      name: 'Nightly',
      crontab: '30 2 * * *',
      container_names: ['people.csv'],
      enrichment_source_record_limit: 50,
    })
    id = body.id
  })
  const put = async (change: object, token?: string) => {
    const { status, body } = await app.ask('PUT', `/api/operations/schedule/${id}`, change, token)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  test('members that are left out stay', async () => {
    const before = (await app.ask('GET', `/api/operations/schedule/${id}`)).body
    const after = await put({ incremental: true })
    assert.deepEqual(after, { ...before, incremental: true, last_updated: after.last_updated })
  })

  test('the whole record can be sent back and changes nothing', async () => {
    const before = (await app.ask('GET', `/api/operations/schedule/${id}`)).body
    const after = await put(before)
    assert.deepEqual(after, { ...before, last_updated: after.last_updated })
  })

  test('a new crontab and a new zone count from now on', async () => {
    const body = await put({ crontab: '0 18 * * *', timezone: 'Asia/Tokyo' })
    assert.deepEqual(
      [body.crontab, body.timezone, body.next_run],
      ['0 18 * * *', 'Asia/Tokyo', '2026-03-02T09:00:00.000Z'],
    )
  })

  test('deactivating keeps the crontab, and activating goes on with the same cadence', async () => {
    const off = await put({ deactivated: true })
    assert.deepEqual([off.deactivated, off.crontab, off.next_run], [true, '30 2 * * *', null])
    app.clock.time = new Date('2026-03-05T12:00:00Z')
    const on = await put({ deactivated: false })
    assert.deepEqual(
      [on.deactivated, on.crontab, on.next_run],
      [false, '30 2 * * *', '2026-03-06T02:30:00.000Z'],
    )
  })

  test('a tick that already waits is not lost to a new name', async () => {
    app.clock.time = new Date('2026-03-02T02:45:00Z')
    const body = await put({ name: 'Late' })
    assert.deepEqual([body.name, body.next_run], ['Late', '2026-03-02T02:30:00.000Z'])
  })

  test('one that could not go on, as its zone was unknown for a while, goes on when it is saved again', async () => {
    const { database, pool } = app.environment.store
    const move = (zone: string) => pool.query('update schedules set timezone = $1 where id = $2', [zone, id])
    await move('Atlantis/Capital')
    app.clock.time = new Date('2026-03-02T02:45:00Z')
    while (await fireDueSchedule(app.environment)) continue
    const stuck = await database
      .selectFrom('schedules')
      .select('next_run')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.equal(stuck.next_run, null)
    await move('UTC')
    const before = (await app.ask('GET', `/api/operations/schedule/${id}`)).body
    assert.equal((await put(before)).next_run, '2026-03-03T02:30:00.000Z')
  })

  test('null clears what may be null', async () => {
    const body = await put({ name: null, enrichment_source_record_limit: null, timezone: null })
    assert.deepEqual([body.name, body.enrichment_source_record_limit, body.timezone], [null, null, 'UTC'])
  })

  test('another Editor changes it and the owner stays', async () => {
    const { owner } = (await app.ask('GET', `/api/operations/schedule/${id}`)).body
    const editor = await app.user('Member', { Editor: [datastore_id] })
    assert.equal((await put({ name: 'x' }, editor)).owner, owner)
  })

  test('one whose container is gone can be deactivated, and must be mended to be active', async () => {
    const { database } = app.environment.store
    const rename = (name: string) =>
      database.updateTable('containers').set({ name }).where('datastore_id', '=', datastore_id).execute()
    await rename('gone.csv')
    assert.equal((await put({ deactivated: true })).deactivated, true)
    const url = `/api/operations/schedule/${id}`
    await assertRefused(app, () => app.ask('PUT', url, { deactivated: false }), 422, 'invalid')
    assert.equal((await put({ deactivated: false, container_names: ['gone.csv'] })).deactivated, false)
    await rename('people.csv')
  })

  test('moving it to another datastore needs Editor there, too', async () => {
    const other = (await makePeople(app)).datastore
    const editor = await app.user('Member', { Editor: [datastore_id], Author: [other] })
    const url = `/api/operations/schedule/${id}`
    const move = { datastore_id: other, deactivated: true }
    await assertRefused(app, () => app.ask('PUT', url, move, editor), 403, 'forbidden')
    const body = await put({ datastore_id: other })
    assert.deepEqual([body.datastore_id, body.datastore.id], [other, other])
  })
})
