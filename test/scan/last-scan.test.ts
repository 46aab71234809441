import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { enrichedFailures, enrichedScans } from '../../src/store/enrichment-rows.ts'
import { makeCheck } from '../harness/factories.ts'
import { assertRunInvariants } from '../harness/run-invariants.ts'
import { describeRuns, finish, scanned } from '../harness/runs.ts'
import type { Source } from '../harness/working-app.ts'

const clean = 'id,price\n1,5\n2,7\n'
const broken = 'id,price\n1,-5\n2,7\n'
const unreadable = 'id,price\n1,1,3\n'

describeRuns('the last scan of a container, by when it began', (app) => {
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  const read = async (path: string): Promise<any> => {
    const { status, body } = await app.ask('GET', `/api${path}`)
    assert.equal(status, 200, path)
    return body
  }

  const resumed = async (run: number) => {
    assert.equal((await app.ask('PUT', `/api/operations/run/${run}`)).status, 200)
    await finish(app)
    return app.ended(run)
  }

  /** What everything that names a last scan of the only container says: the scan, or the verdict on the only check by it. */
  const told = async ({ datastore_id: datastore }: Source) => {
    const [check] = (await read(`/quality-checks?datastore=${datastore}&include=recent_results`)).items
    const [container] = (await read(`/containers?datastore=${datastore}&include=standing`)).items
    const { items: results } = await read(`/quality-checks/${check.id}/results`)
    const { daily_assertion_measured: days } = await read(`/quality-checks/${check.id}/insights`)
    const { series } = await read(`/insights?datastore=${datastore}`)
    const trends = (await read(`/overview/trends?timeframe=week&datastore=${datastore}`)).datastores[0].days
    const counted = ['passed', 'failed'].filter((one) => container.verdicts[one] === 1)
    const listed = async (result: string) =>
      (await read(`/quality-checks?datastore=${datastore}&last_result=${result}`)).total
    return {
      verdicts: {
        is_passing: check.is_passing ? 'passed' : 'failed',
        last_result: (await listed('passed')) === 1 ? 'passed' : 'failed',
        recent_results: check.recent_results[0].assertion_result,
        results: results[0].assertion_result,
        standing: counted.join(),
        insights_of_check: days.at(-1).latest_assertion_result,
        insights: series
          .filter(
            ({ measure, values }: { measure: string; values: number[] }) =>
              measure === 'verdicts' && values.at(-1),
          )
          .map(({ of }: { of: string }) => of)
          .join(),
        trends: trends.at(-1).checks_failed === 1 ? 'failed' : 'passed',
      },
      scans: {
        latest_only: (await read(`/container-scans?datastore=${datastore}&latest_only=true`)).items[0].id,
        standing: container.last_scan.id,
      },
      stale: await listed('stale'),
    }
  }
  const all = (of: object, value: unknown) => Object.fromEntries(Object.keys(of).map((name) => [name, value]))

  test('is one of a run that is resumed and reads it anew, whatever was scanned meanwhile', async () => {
    const source = await app.source({ 'a.csv': clean })
    await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'] })
    source.write({ 'a.csv': unreadable })
    const failed = await scanned(app, source)
    source.write({ 'a.csv': clean })
    const between = await scanned(app, source)
    assert.deepEqual([failed.result, between.result], ['failure', 'success'])
    source.write({ 'a.csv': broken })
    const last = await resumed(failed.id)
    assert.ok(last.container_scans[0].id < between.container_scans[0].id)
    const { verdicts, scans, stale } = await told(source)
    assert.deepEqual(verdicts, all(verdicts, 'failed'))
    assert.deepEqual(scans, all(scans, last.container_scans[0].id))
    assert.equal(stale, 0)
    await assertRunInvariants(app)
  })

  test('is the other one where the resumed run had read a part before', async () => {
    const source = await app.source({ 'day_1.csv': broken, 'day_2.csv': clean })
    await app.check(source, 'day_*.csv', { rule: 'notNegative', fields: ['price'] })
    source.write({ 'day_2.csv': unreadable })
    const failed = await scanned(app, source)
    source.write({ 'day_1.csv': clean, 'day_2.csv': clean })
    const last = await scanned(app, source)
    const ended = await resumed(failed.id)
    assert.deepEqual([failed.result, last.result, ended.result], ['failure', 'success', 'success'])
    assert.equal(ended.container_scans[0].start_time, failed.container_scans[0].start_time)
    const { verdicts, scans, stale } = await told(source)
    assert.deepEqual(verdicts, all(verdicts, 'passed'))
    assert.deepEqual(scans, all(scans, last.container_scans[0].id))
    assert.equal(stale, 0)
    await assertRunInvariants(app)
  })

  test('had no check that was made a draft before it began: that one is stale', async () => {
    const source = await app.source({ 'a.csv': clean })
    const check = await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'] })
    const container = (await app.containers(source)).get('a.csv') ?? 0
    await makeCheck(app, container, { rule: 'notNull', fields: ['id'] })
    source.write({ 'a.csv': unreadable })
    const failed = await scanned(app, source)
    source.write({ 'a.csv': clean })
    await scanned(app, source)
    await app.ask('PUT', `/api/quality-checks/${check}`, { status: 'Draft' })
    await resumed(failed.id)
    const { items } = await read(`/quality-checks?datastore=${source.datastore_id}&last_result=stale`)
    assert.deepEqual(
      items.map(({ id }: { id: number }) => id),
      [check],
    )
  })

  test('is the run that results name beside an anomaly which it found again', async () => {
    const source = await app.source({ 'a.csv': broken })
    await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'] })
    source.write({ 'a.csv': unreadable })
    const failed = await scanned(app, source)
    source.write({ 'a.csv': broken })
    const between = await scanned(app, source)
    const last = await resumed(failed.id)
    const named: number[] = []
    for (const { container_scans } of [between, last])
      for await (const rows of enrichedFailures(app.environment.store.database, [container_scans[0].id]))
        named.push(...rows.map(({ operation_id }) => operation_id))
    assert.deepEqual(named, [last.id, last.id])
    const { database } = app.environment.store
    await sql`update operations set payload = payload || '{"remediation": "overwrite"}'`.execute(database)
    const scans = [between, last].map(({ container_scans }) => container_scans[0].id)
    const overtaken = (await enrichedScans(database, scans)).filter(({ is_overtaken }) => is_overtaken)
    assert.deepEqual(
      overtaken.map(({ id }) => id),
      [between.container_scans[0].id],
      'and whose failing rows are put aside',
    )
  })

  test('is the one that the next compares a metric with', async () => {
    const source = await app.source({ 'day_1.csv': 'id,price\n1,10\n', 'day_2.csv': clean })
    const container = (await app.containers(source)).get('day_*.csv') ?? 0
    const properties = { comparison: 'Absolute Change', min: 0, max: 5 }
    const check = await makeCheck(app, container, {
      rule: 'metric',
      fields: ['price'],
      filter: 'id = 1 and price > 9',
      properties,
    })
    await scanned(app, source)
    source.write({ 'day_1.csv': 'id,price\n1,14\n', 'day_2.csv': unreadable })
    const failed = await scanned(app, source)
    source.write({ 'day_1.csv': 'id,price\n1,12\n', 'day_2.csv': clean })
    await scanned(app, source)
    await resumed(failed.id)
    await scanned(app, source)
    const { items } = await read(`/quality-checks/${check}/results`)
    assert.deepEqual(
      items.map(({ measurement, assertion_result }: Record<string, unknown>) => [
        measurement,
        assertion_result,
      ]),
      [
        [12, 'passed'],
        [12, 'passed'],
        [14, 'passed'],
        [10, 'passed'],
      ],
      'each with the one below it, in the order in which they began',
    )
    const { measurements } = await read(`/quality-checks/${check}`)
    assert.deepEqual(
      measurements.map(({ value }: { value: number }) => value),
      [12, 12, 14, 10],
      'the check shows them in the same order',
    )
    source.write({ 'day_1.csv': 'id,price\n1,20\n' })
    const trial = await app.ask('POST', `/api/quality-checks/${check}/dry-run`, {})
    assert.equal(trial.body.assertion_result, 'failed', 'and so does a trial')
  })
})
