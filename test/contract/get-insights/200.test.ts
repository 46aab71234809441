import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, places } from '../../harness/contract.ts'
import { makeCheck } from '../../harness/factories.ts'
import { describeRuns, makePrices, scanned } from '../../harness/runs.ts'
import type { Insights } from '../../../src/model/insight.ts'

describeRuns('GET /insights', (app) => {
  let first = 0
  let second = 0
  const sql = (text: string, values: unknown[] = []) => app.environment.store.pool.query(text, values)

  // Two datastores, scanned on 26 February, and on 1 March, which is the service's today; findings of each status and weight.
  before(async () => {
    const source = await makePrices(app)
    first = source.datastore_id
    await scanned(app, source)
    await sql(`update operations set created = '2026-02-26T09:00Z'`)
    await sql(`update operation_containers set created = '2026-02-26T09:00Z'`)
    await sql(`update anomalies set created = '2026-02-26T09:00Z'`)
    source.write({
      'a.csv': 'id,price\n1,-5\n2,-7\n3,-8\n',
      'b.csv': 'id,price\n1,-1\n2,2\n',
    })
    const container = (await app.containers(source)).get('b.csv') ?? 0
    const unfit = {
      rule: 'satisfiesExpression',
      fields: ['price'],
      properties: { expression: "error('no')::bool" },
    }
    await makeCheck(app, container, unfit)
    await scanned(app, source)
    await makeCheck(app, container, { rule: 'notNull', fields: ['id'] })
    const other = await makePrices(app)
    second = other.datastore_id
    await scanned(app, other)
    await app.ask('PUT', `/api/datastores/${second}`, { tags: ['sales'] })
    await sql(`update operations set created = '2026-03-01T09:00Z' where created > '2026-03-02'`)
    await sql(`update operation_containers set created = '2026-03-01T09:00Z' where created > '2026-03-02'`)
    await sql(
      `update anomalies set created = '2026-03-01T09:00Z', weight = 4 * (1 + id % 5) where created > '2026-03-02'`,
    )
    await sql(`update anomalies set weight = 3 where created < '2026-02-27'`)
    const { body } = await app.ask('GET', '/api/anomalies?sort_created=asc')
    const [old, ...others] = body.items
    await app.ask('DELETE', `/api/anomalies/${old.id}`)
    await app.ask('DELETE', `/api/anomalies/${others[0].id}?status=Invalid`)
    await app.ask('PUT', `/api/anomalies/${others[1].id}`, { status: 'Acknowledged' })
    const at = (column: string) =>
      `case when ${column} = $1 then '2026-02-28T12:00Z' else '2026-03-01T12:00Z' end::timestamptz`
    await sql(`update anomalies set archived_at = ${at('id')} where archived_at is not null`, [old.id])
    await sql(`update anomaly_status_changes set created = ${at('anomaly_id')}`, [old.id])
  })

  const read = async (query: string, token?: string): Promise<Insights> => {
    const { status, body } = await app.ask('GET', `/api/insights?${query}`, undefined, token)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  /** Each number beside the total of the list that the answer names for it. */
  async function assertEachIsAList(insights: Insights, token?: string): Promise<number> {
    let compared = 0
    const isTotal = async (path: string, count: number | null, what: string) => {
      const { status, body } = await app.ask('GET', `/api${path}`, undefined, token)
      assert.deepEqual([status, body.total], [200, count], `${what}: ${path}`)
      compared += 1
    }
    for (const { measure, of, values, query } of insights.series) {
      assert.equal(values.length, insights.periods.length)
      if (query === null) continue
      for (const [index, { start_date, end_date }] of insights.periods.entries()) {
        const path = query.replace('{start_date}', start_date).replace('{end_date}', end_date)
        await isTotal(path, values[index] ?? null, `${measure} ${of} ${start_date}`)
      }
    }
    for (const { last_result, count, query } of insights.checks) await isTotal(query, count, last_result)
    for (const { rule_type, count, query } of insights.top_rules) await isTotal(query, count, rule_type)
    for (const { container, count, query } of insights.top_containers)
      await isTotal(query, count, container.name)
    return compared
  }

  const values = ({ series }: Insights, measure: string, of: string | null) =>
    series.find((one) => one.measure === measure && one.of === of)?.values

  test('counts what happened, and each number is the total of the list beside it', async () => {
    const insights = await read('start_date=2026-02-25&end_date=2026-03-01')
    assert.deepEqual(
      insights.periods.map(({ start_date }) => start_date),
      ['2026-02-25', '2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01'],
    )
    assert.deepEqual(values(insights, 'containers_scanned', null), [0, 2, 0, 0, 4])
    assert.deepEqual(values(insights, 'records_scanned', null), [0, 4, 0, 0, 9])
    assert.deepEqual(values(insights, 'verdicts', 'failed'), [0, 1, 0, 0, 3])
    assert.deepEqual(values(insights, 'verdicts', 'unasserted'), [0, 0, 0, 0, 1])
    assert.deepEqual(values(insights, 'anomalies_archived', '1-5'), [0, 0, 0, 1, 0])
    assert.deepEqual(values(insights, 'anomalies_open', '1-5')?.slice(0, 4), [0, 1, 1, 0])
    const opened = insights.series.filter(({ measure }) => measure === 'anomalies_opened')
    assert.equal(
      opened.flatMap(({ values }) => values).reduce<number>((sum, one) => sum + (one ?? 0), 0),
      5,
    )
    assert.deepEqual(
      insights.checks.map(({ last_result, count }) => `${last_result} ${count}`),
      ['passed 1', 'failed 3', 'unasserted 1', 'never 1', 'stale 0'],
    )
    assert.deepEqual(
      insights.top_rules.map(({ rule_type, count }) => [rule_type, count]),
      [['notNegative', 5]],
    )
    assert.equal(insights.top_containers[0]?.count, 3)
    assert.ok((await assertEachIsAList(insights)) > 60)
  })

  test('by weeks and months, of some datastores, of those with a tag, and of what a Member may see', async () => {
    const weeks = await read('start_date=2026-02-20&end_date=2026-03-01&group_by=week')
    assert.deepEqual(weeks.periods, [
      { start_date: '2026-02-20', end_date: '2026-02-22' },
      { start_date: '2026-02-23', end_date: '2026-03-01' },
    ])
    await assertEachIsAList(weeks)
    const days = 'start_date=2026-02-01&end_date=2026-03-01'
    const months = await read(`${days}&group_by=month&datastore=${first}`)
    assert.deepEqual(months.periods, [
      { start_date: '2026-02-01', end_date: '2026-02-28' },
      { start_date: '2026-03-01', end_date: '2026-03-01' },
    ])
    assert.deepEqual(values(months, 'containers_scanned', null), [2, 2])
    await assertEachIsAList(months)
    const tagged = await read(`${days}&group_by=month&tag=sales`)
    assert.deepEqual(values(tagged, 'containers_scanned', null), [0, 2])
    await assertEachIsAList(tagged)
    const neither = await read(`${days}&group_by=month&tag=sales&datastore=${first}`)
    assert.deepEqual(values(neither, 'containers_scanned', null), [0, 0])
    await assertEachIsAList(neither)
    const token = await app.user('Member', { Reporter: [second] })
    const own = await read(`${days}&group_by=month`, token)
    assert.deepEqual(values(own, 'containers_scanned', null), [0, 2])
    assert.deepEqual(
      own.top_containers.map(({ datastore }) => datastore.id),
      [second],
    )
    await assertEachIsAList(own, token)
  })

  test('what was open at the end of an earlier time counts what was done since back', async () => {
    await assertEachIsAList(await read('start_date=2026-02-25&end_date=2026-02-27'))
  })

  test('refuses a range that is turned round or has too many periods', async () => {
    for (const query of [
      'start_date=2026-03-02&end_date=2026-03-01',
      'start_date=2024-01-01&end_date=2026-03-01',
    ]) {
      const refused = await assertRefused(app, () => app.ask('GET', `/api/insights?${query}`), 422, 'invalid')
      assert.deepEqual(places(refused), ['query.start_date'])
    }
  })
})
