import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makeCheck, makePeople, makeScan } from '../../harness/factories.ts'

describeContract('GET /overview/trends', (app) => {
  let people = { datastore: 0, container: 0 }
  /** Moves what was just made to a moment. */
  const at = async (table: string, column: string, moment: string) =>
    app.environment.store.pool.query(
      `update ${table} set ${column} = $1 where id = (select max(id) from ${table})`,
      [moment],
    )
  const scanAt = async (moment: string, check: number, verdict: string, records: number) => {
    await makeScan(app, people.container, records)
    await at('operation_containers', 'end_time', moment)
    await app.environment.store.pool.query(
      `insert into check_results
         (container_scan_id, quality_check_id, assertion_result, asserted_records, anomalous_records, scan_start_time)
       select max(id), $1, $2, case when $2 <> 'unasserted' then 2 end, 0, $3 from operation_containers`,
      [check, verdict, moment],
    )
  }
  before(async () => {
    people = await makePeople(app)
    const check = await makeCheck(app, people.container)
    const other = await makeCheck(app, people.container, { fields: ['age'] })
    await makeAnomaly(app, people.container, [check])
    await at('anomalies', 'created', '2026-02-25T10:00:00Z')
    const closing = await makeAnomaly(app, people.container, [check])
    await at('anomalies', 'created', '2026-02-26T23:30:00Z')
    app.clock.time = new Date('2026-02-27T08:00:00Z')
    await app.ask('DELETE', `/api/anomalies/${closing}?archive=true&status=Resolved`)
    app.clock.time = new Date('2026-03-01T12:00:00Z')
    await scanAt('2026-02-26T09:00:00Z', check, 'failed', 10)
    await scanAt('2026-02-26T10:00:00Z', check, 'passed', 20)
    await scanAt('2026-02-26T23:45:00Z', other, 'unasserted', 3)
  })
  const days = async (query: string, token?: string) => {
    const { status, body } = await app.ask('GET', `/api/overview/trends?${query}`, undefined, token)
    assert.equal(status, 200)
    return body
  }
  const numbers = (day: Record<string, unknown>) => {
    const { date, open_anomalies, checks_passed, checks_failed, checks_unasserted, records_scanned } = day
    return [date, open_anomalies, checks_passed, checks_failed, checks_unasserted, records_scanned]
  }

  test('has every day of every datastore: what was open, what the last scans concluded, what was read', async () => {
    const { datastores, timeframe, ...range } = await days('start_date=2026-02-24&end_date=2026-02-28')
    assert.deepEqual([range, timeframe], [{ start_date: '2026-02-24', end_date: '2026-02-28' }, null])
    assert.equal(datastores.length, 1)
    assert.equal(datastores[0].datastore.id, people.datastore)
    assert.deepEqual(datastores[0].days.map(numbers), [
      ['2026-02-24', 0, 0, 0, 0, 0],
      ['2026-02-25', 1, 0, 0, 0, 0],
      ['2026-02-26', 2, 1, 0, 1, 33],
      ['2026-02-27', 1, 0, 0, 0, 0],
      ['2026-02-28', 1, 0, 0, 0, 0],
    ])
  })

  test('counts days where the caller is', async () => {
    const { datastores } = await days('start_date=2026-02-26&end_date=2026-02-27&offset=60')
    assert.deepEqual(datastores[0].days.map(numbers), [
      ['2026-02-26', 1, 1, 0, 0, 30],
      ['2026-02-27', 1, 0, 0, 1, 3],
    ])
  })

  test('goes back a month, or as long as it is asked to', async () => {
    const month = await days('')
    assert.deepEqual(
      [month.start_date, month.end_date, month.timeframe],
      ['2026-02-01', '2026-03-01', 'month'],
    )
    const week = await days('timeframe=week')
    assert.equal(week.datastores[0].days.length, 8)
  })

  test('shows only the datastores that are asked for and that the caller may see', async () => {
    const { datastore } = await makePeople(app)
    assert.equal((await days('')).datastores.length, 2)
    assert.equal((await days(`datastore=${datastore}`)).datastores[0].datastore.id, datastore)
    const member = await app.user('Member', { Reporter: [datastore] })
    const { datastores } = await days('', member)
    assert.deepEqual(
      datastores.map((one: { datastore: { id: number } }) => one.datastore.id),
      [datastore],
    )
    assert.deepEqual((await days(`datastore=${people.datastore}`, member)).datastores, [])
  })
})
