import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { fireDueSchedule } from '../../src/runs/schedules/fire.ts'
import { assertRefused, describeContract } from '../harness/contract.ts'
import { makePeople } from '../harness/factories.ts'

describeContract('a tick of a schedule', (app) => {
  let datastore_id = 0
  beforeEach(async () => {
    app.clock.time = new Date('2026-03-01T12:00:00Z')
    datastore_id = (await makePeople(app)).datastore
    await app.environment.store.database.updateTable('schedules').set({ next_run: null }).execute()
  })
  const create = async (members: object, token?: string): Promise<number> => {
    const input = { type: 'scan', crontab: '0 * * * *', datastore_id, ...members }
    const { status, body } = await app.ask('POST', '/api/operations/schedule', input, token)
    assert.equal(status, 200, JSON.stringify(body))
    return body.id
  }
  const schedule = async (id: number) => (await app.ask('GET', `/api/operations/schedule/${id}`)).body
  const runs = async (id: number) => (await app.ask('GET', `/api/operations?schedule_id=${id}`)).body.items
  /** Sets the clock, fires all that is due, and says how many that were. */
  const fireAt = async (time: string) => {
    app.clock.time = new Date(time)
    let fired = 0
    while (await fireDueSchedule(app.environment)) fired += 1
    return fired
  }

  test('starts a run in the name of its owner, which carries the schedule', async () => {
    const editor = await app.user('Member', { Editor: [datastore_id] })
    const id = await create({ name: 'Hourly', container_names: ['people.csv'] }, editor)
    assert.equal(await fireAt('2026-03-01T12:59:59.999Z'), 0)
    assert.equal(await fireAt('2026-03-01T13:00:00Z'), 1)
    assert.equal(await fireAt('2026-03-01T13:59:00Z'), 0)
    const [run, ...others] = await runs(id)
    assert.equal(others.length, 0)
    const one = (await app.ask('GET', `/api/operations/${run.id}`)).body
    const stub = { id, name: 'Hourly', crontab: '0 * * * *', timezone: 'UTC', deactivated: false }
    assert.deepEqual([run.schedule, one.schedule], [stub, stub])
    assert.deepEqual(
      [one.type, one.result, one.triggered_by, one.name, one.container_names, one.has_logs],
      ['scan', 'queued', editor, 'Hourly', ['people.csv'], false],
    )
    const { next_run, last_run, message } = await schedule(id)
    assert.deepEqual(
      [next_run, last_run, message],
      ['2026-03-01T14:00:00.000Z', '2026-03-01T13:00:00.000Z', null],
    )
  })

  test('takes the defaults of its datastore as they are then', async () => {
    const id = await create({})
    await app.ask('PUT', `/api/datastores/${datastore_id}`, { enrichment_source_record_limit: 77 })
    await fireAt('2026-03-01T13:00:00Z')
    const [run] = await runs(id)
    assert.equal(run.enrichment_source_record_limit, 77)
  })

  test('a rerun of its run belongs to no schedule', async () => {
    const id = await create({})
    await fireAt('2026-03-01T13:00:00Z')
    const [run] = await runs(id)
    await app.ask('PUT', `/api/operations/abort/${run.id}`)
    const rerun = await app.ask('PUT', `/api/operations/rerun/${run.id}`)
    assert.deepEqual([rerun.status, rerun.body.schedule], [200, null])
    assert.equal((await runs(id)).length, 1)
  })

  test('after downtime only the newest is fired, and the run has a line about the older ones', async () => {
    const id = await create({})
    assert.equal(await fireAt('2026-03-01T17:30:00Z'), 1)
    const [run, ...others] = await runs(id)
    assert.equal(others.length, 0)
    const { body } = await app.ask('GET', `/api/operations/${run.id}/logs`)
    assert.deepEqual(
      body.items.map(({ level, message }: { level: string; message: string }) => [level, message]),
      [
        [
          'warning',
          `Missed while no scheduler was running: 4 earlier ticks of the schedule ${id} (0 * * * *), from 2026-03-01T13:00:00.000Z on.`,
        ],
      ],
    )
    assert.equal((await schedule(id)).next_run, '2026-03-01T18:00:00.000Z')
  })

  test('years of downtime of a schedule for every minute are one run, too', async () => {
    const id = await create({ crontab: '* * * * *' })
    assert.equal(await fireAt('2029-03-01T12:00:30Z'), 1)
    const [run] = await runs(id)
    const { body } = await app.ask('GET', `/api/operations/${run.id}/logs`)
    assert.match(body.items[0].message, /: 1000 or more earlier ticks/)
    assert.equal((await schedule(id)).next_run, '2029-03-01T12:01:00.000Z')
  })

  test('a refused run is logged, shown at the schedule, and the next tick comes all the same', async () => {
    const id = await create({ container_names: ['people.csv'] })
    const { database } = app.environment.store
    const rename = (name: string) =>
      database.updateTable('containers').set({ name }).where('datastore_id', '=', datastore_id).execute()
    await rename('gone.csv')
    assert.equal(await fireAt('2026-03-01T14:00:00Z'), 1)
    const refused = await schedule(id)
    assert.match(refused.message, /has no container called "people\.csv"/)
    assert.equal(refused.next_run, '2026-03-01T15:00:00.000Z')
    assert.deepEqual(await runs(id), [])
    const line = app.logged.find((line) => line.includes(`The schedule ${id} started no run`)) ?? ''
    assert.match(line, /no container called .*Missed while no scheduler was running: 1 earlier tick of/)

    await rename('people.csv')
    await fireAt('2026-03-01T15:00:00Z')
    assert.equal((await runs(id)).length, 1)
    assert.equal((await schedule(id)).message, null)
  })

  test('an owner who may no more, or is no more, starts nothing; who updates it then owns it', async () => {
    const editor = await app.user('Member', { Editor: [datastore_id] })
    const id = await create({}, editor)
    const { database } = app.environment.store
    await database
      .updateTable('teams')
      .set({ permission: 'Viewer' })
      .where('name', 'like', `${editor} %`)
      .execute()
    await fireAt('2026-03-01T13:00:00Z')
    const lost = new RegExp(
      `^${editor}, in whose name the schedule acts, needs Editor on the datastore ${datastore_id} .*; whoever saves the schedule`,
    )
    assert.match((await schedule(id)).message, lost)
    await database.deleteFrom('teams').where('name', 'like', `${editor} %`).execute()
    await fireAt('2026-03-01T14:00:00Z')
    const { message, deactivated, next_run } = await schedule(id)
    assert.match(message, lost, 'in a team no more, too')
    assert.deepEqual([deactivated, next_run], [false, '2026-03-01T15:00:00.000Z'], 'it goes on by itself')
    const user = await database
      .selectFrom('users')
      .select('id')
      .where('user_name', '=', editor)
      .executeTakeFirstOrThrow()
    await app.ask('DELETE', `/api/users/${user.id}`)
    await fireAt('2026-03-01T15:00:00Z')
    assert.match((await schedule(id)).message, /owner of the schedule was deleted/)
    assert.deepEqual(await runs(id), [])

    await app.ask('PUT', `/api/operations/schedule/${id}`, { name: 'Rescued' })
    await fireAt('2026-03-01T16:00:00Z')
    assert.equal((await runs(id)).length, 1)
    assert.match((await schedule(id)).owner, /^admin/)
  })

  test('a deactivated one fires nothing, and activated again it skips what went by', async () => {
    const id = await create({})
    const put = (deactivated: boolean) => app.ask('PUT', `/api/operations/schedule/${id}`, { deactivated })
    await put(true)
    assert.equal(await fireAt('2026-03-01T14:30:00Z'), 0)
    await put(false)
    assert.equal(await fireAt('2026-03-01T14:59:00Z'), 0)
    assert.equal(await fireAt('2026-03-01T15:00:00Z'), 1)
    const [run] = await runs(id)
    assert.equal(run.has_logs, false)
  })

  test('follows the clock of its zone over both changes', async () => {
    app.clock.time = new Date('2026-03-28T12:00:00Z')
    const id = await create({ crontab: '30 2 * * *', timezone: 'Europe/Berlin' })
    const expected = ['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z', '2026-03-31T00:30:00.000Z']
    for (const tick of expected) {
      assert.equal((await schedule(id)).next_run, tick)
      assert.equal(await fireAt(tick), 1)
    }
    app.clock.time = new Date('2026-10-24T12:00:00Z')
    await app.ask('PUT', `/api/operations/schedule/${id}`, { deactivated: true })
    await app.ask('PUT', `/api/operations/schedule/${id}`, { deactivated: false })
    for (const tick of ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']) {
      assert.equal((await schedule(id)).next_run, tick)
      assert.equal(await fireAt(tick), 1)
    }
  })

  test('a tick whose transaction fails is not lost: nothing of it stays, and it fires again', async () => {
    const id = await create({})
    const { pool } = app.environment.store
    await pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`,
    )
    await pool.query(
      'create trigger refuse before update on schedules for each row execute function refuse()',
    )
    await assert.rejects(fireAt('2026-03-01T13:00:00Z'))
    assert.deepEqual(await runs(id), [])
    await pool.query('drop trigger refuse on schedules')
    assert.equal(await fireAt('2026-03-01T13:00:00Z'), 1)
    assert.equal((await runs(id)).length, 1)
  })

  test('a schedule that this version knows no operation or no time zone for disturbs nobody', async () => {
    const { database } = app.environment.store
    const unknown = await create({})
    const nowhere = await create({})
    const good = await create({})
    await database.updateTable('schedules').set({ trigger_type: 'tidy' }).where('id', '=', unknown).execute()
    await database.updateTable('schedules').set({ timezone: 'Old/Zone' }).where('id', '=', nowhere).execute()
    assert.equal(await fireAt('2026-03-01T13:00:00Z'), 3)
    assert.equal((await runs(good)).length, 1)
    const without = await schedule(unknown)
    assert.match(without.message, /cannot start such a run \(tidy\)/)
    assert.equal(without.next_run, '2026-03-01T14:00:00.000Z')
    const lost = await schedule(nowhere)
    assert.match(lost.message, /no IANA time zone "Old\/Zone"/)
    assert.equal(lost.next_run, null)
    const url = `/api/operations/schedule/${unknown}`
    await assertRefused(app, () => app.ask('PUT', url, { name: 'x' }), 409, 'wrong_state')
    assert.equal((await app.ask('DELETE', url)).status, 204)
  })
})
