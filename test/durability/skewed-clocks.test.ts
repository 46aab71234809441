import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { authenticate } from '../../src/access/authenticate.ts'
import { fireDueSchedule } from '../../src/runs/schedules/fire.ts'
import { issueToken } from '../../src/services/tokens/create.ts'
import { claimUnit } from '../../src/store/queue/claim.ts'
import { finish } from '../harness/runs.ts'
import { csv, startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

const RealDate = Date
const hour = 3_600_000

/** Lets this process's clock be so many milliseconds ahead of the database's. */
function setAhead(milliseconds: number): void {
  const shifted = () => RealDate.now() + milliseconds
  class ShiftedDate extends RealDate {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [shifted()] : given) as [number]))
    }
    static override now = shifted
  }
  globalThis.Date = milliseconds === 0 ? RealDate : (ShiftedDate as DateConstructor)
}

describe('a service whose clock is not that of its database', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp({ workers: 0 })
  })
  after(async () => {
    setAhead(0)
    await app.close()
  })
  const database = () => app.environment.store.database
  const prices = () => app.source({ 'a.csv': csv(['id', 'price'], [[1, -5]]) })
  const told = async (path: string) => (await app.ask('GET', path)).body

  for (const ahead of [-hour, -5000, 5000, hour]) {
    const name = `${Math.abs(ahead) / 1000} s ${ahead < 0 ? 'behind' : 'ahead'}`

    test(`${name}: a scan judges by every check that was saved before it, as it was saved last`, async () => {
      setAhead(ahead)
      const source = await prices()
      const check = await app.check(source, 'a.csv', {
        rule: 'maxValue',
        fields: ['price'],
        properties: { value: -9 },
      })
      const other = await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'] })
      const changed = await app.ask('PUT', `/api/quality-checks/${check}`, { properties: { value: 9 } })
      assert.equal(changed.status, 200)
      const id = await app.trigger(source, { type: 'scan' })
      await finish(app)
      const scan = await app.ended(id)
      assert.deepEqual([scan.result, scan.status.anomalies_identified], ['success', 1])
      const { items } = await told(`/api/operations/${id}/scan-checks`)
      const verdicts = items.map((item: { id: number; assertion_result: string }) => [
        item.id,
        item.assertion_result,
      ])
      assert.deepEqual(verdicts.sort(), [
        [check, 'passed'],
        [other, 'failed'],
      ])
      // The version in force when the scan began is the one that it judged by.
      const { version } = await told(`/api/quality-checks/${check}/version?version_at=${scan.start_time}`)
      assert.equal(version.number, 2)
    })

    test(`${name}: instants of one run follow each other`, async () => {
      setAhead(ahead)
      const source = await prices()
      const id = await app.trigger(source, { type: 'sync' })
      await finish(app)
      const run = await app.ended(id)
      const { rows } = await sql<{ start_time: string; end_time: string }>`
        select start_time, end_time from operation_containers where operation_id = ${id}`.execute(database())
      const [part] = rows
      assert.ok(part)
      const order = [run.created, run.start_time, part.start_time, part.end_time, run.end_time]
      assert.deepEqual(order.toSorted(), order)
    })

    test(`${name}: a token is good for its time, as the database counts it`, async () => {
      setAhead(ahead)
      const { rows } = await sql<{ id: number }>`select id from users order by id limit 1`.execute(database())
      const { id, bearer_token } = await issueToken(app.environment, rows[0]?.id ?? 0, `token ${name}`, 1)
      await authenticate(app.environment, bearer_token)
      const kept = await sql<{ seconds: number }>`
        select abs(extract(epoch from expiration - clock_timestamp()) - 86400)::int as seconds
        from tokens where id = ${id}`.execute(database())
      assert.ok((kept.rows[0]?.seconds ?? hour) < 600)
    })

    test(`${name}: a schedule fires when its tick is due in the database, and once`, async () => {
      setAhead(ahead)
      const source = await prices()
      const { body } = await app.ask('POST', '/api/operations/schedule', {
        type: 'sync',
        datastore_id: source.datastore_id,
        crontab: '0 0 1 1 *',
      })
      assert.equal(await fireDueSchedule(app.environment), false)
      await sql`update schedules set next_run = clock_timestamp() - interval '1 second' where id = ${body.id}`.execute(
        database(),
      )
      assert.equal(await fireDueSchedule(app.environment), true)
      assert.equal(await fireDueSchedule(app.environment), false)
      await finish(app)
    })

    test(`${name}: a unit belongs to its worker while the lease lasts, and to another afterwards`, async () => {
      setAhead(ahead)
      const id = await app.trigger(await prices(), { type: 'sync' })
      const unit = await claimUnit(database(), 'one', 3600)
      assert.equal(unit?.operation_id, id)
      assert.equal(await claimUnit(database(), 'other', 10), null)
      await sql`update units set lease_until = clock_timestamp() - interval '1 ms' where id = ${unit.id}`.execute(
        database(),
      )
      assert.equal((await claimUnit(database(), 'other', 10))?.attempt, 2)
      await app.ask('PUT', `/api/operations/abort/${id}`)
    })
  }
})

describe('a database whose clock is put back by two hours', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp({ workers: 0 })
  })
  after(() => app.close())
  /** As it looks after the clock was put back: everything that was written before is two hours ahead. */
  const putBack = (statement: string) => sql.raw(statement).execute(app.environment.store.database)

  test('works on units that wait', async () => {
    const source = await app.source({ 'a.csv': csv(['id'], [[1]]) })
    const id = await app.trigger(source, { type: 'scan' })
    await putBack(
      `update units set not_before = not_before + interval '2 hours', created = created + interval '2 hours'`,
    )
    await finish(app)
    assert.equal((await app.ended(id)).result, 'success')
  })

  test('gives the unit of a dead worker to another', async () => {
    const source = await app.source({ 'a.csv': csv(['id'], [[1]]) })
    const id = await app.trigger(source, { type: 'sync' })
    const { database } = app.environment.store
    const unit = await claimUnit(database, 'dead', 10)
    assert.equal(unit?.operation_id, id)
    await putBack(`update units set lease_until = lease_until + interval '2 hours' where state = 'running'`)
    assert.equal((await claimUnit(database, 'other', 10))?.id, unit.id)
    await app.ask('PUT', `/api/operations/abort/${id}`)
  })

  test('leaves a unit that was put back for a short pause to wait', async () => {
    const source = await app.source({ 'a.csv': csv(['id'], [[1]]) })
    await app.trigger(source, { type: 'sync' })
    await putBack(
      `update units set not_before = clock_timestamp() + interval '50 seconds' where state = 'waiting'`,
    )
    assert.equal(await claimUnit(app.environment.store.database, 'eager', 10), null)
  })

  test('fires no tick a second time', async () => {
    const source = await app.source({ 'a.csv': csv(['id'], [[1]]) })
    const { body } = await app.ask('POST', '/api/operations/schedule', {
      type: 'sync',
      datastore_id: source.datastore_id,
      crontab: '0 * * * *',
    })
    await putBack(
      `update schedules set next_run = clock_timestamp() - interval '1 second' where id = ${body.id}`,
    )
    assert.equal(await fireDueSchedule(app.environment), true)
    await putBack(
      `update schedules set next_run = next_run + interval '2 hours', last_run = last_run + interval '2 hours'`,
    )
    assert.equal(await fireDueSchedule(app.environment), false)
  })
})
