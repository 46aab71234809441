import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCheck } from '../../harness/factories.ts'
import { describeRuns, makePrices, scanned } from '../../harness/runs.ts'

interface Shown {
  id: number
  recent_results: { assertion_result: string; version: number; container_scan_id: number }[]
}

describeRuns('GET /quality-checks/{id}/results', (app) => {
  test('tells of every scan of the container what it concluded, of which version, and what it measured', async () => {
    const source = await app.source({ 'a.csv': 'id,price\n1,-5\n2,7\n' })
    const check = await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'] })
    const container = (await app.containers(source)).get('a.csv') ?? 0
    const measured = await makeCheck(app, container, {
      rule: 'metric',
      fields: ['price'],
      filter: 'id = 2',
      properties: { comparison: 'Absolute Change', max: 5 },
    })
    const broken = await makeCheck(app, container, {
      rule: 'satisfiesExpression',
      fields: ['price'],
      properties: { expression: "error('no')::bool" },
    })
    const first = await scanned(app, source)
    await app.ask('PUT', `/api/quality-checks/${check}`, { properties: {}, filter: 'id = 2' })
    const last = await scanned(app, source)
    const { status, body } = await app.ask('GET', `/api/quality-checks/${check}/results`)
    assert.equal(status, 200)
    const short = ({
      operation_id,
      assertion_result,
      version,
      asserted_records,
      anomalous_records,
    }: Record<string, unknown>) => [
      operation_id,
      assertion_result,
      version,
      asserted_records,
      anomalous_records,
    ]
    assert.deepEqual(body.items.map(short), [
      [last.id, 'passed', 2, 1, 0],
      [first.id, 'failed', 1, 2, 1],
    ])
    assert.deepEqual(
      body.items.map(({ container_scan_id, start_time }: Record<string, unknown>) => [
        container_scan_id,
        start_time,
      ]),
      [last, first].map((run) => [run.container_scans[0].id, run.container_scans[0].start_time]),
    )
    const second = await app.ask('GET', `/api/quality-checks/${check}/results?size=1&page=2`)
    assert.deepEqual([second.body.total, second.body.items], [2, [body.items[1]]])

    const measurements = async () =>
      (await app.ask('GET', `/api/quality-checks/${measured}/results`)).body.items.map(
        ({ measurement }: { measurement: number | null }) => measurement,
      )
    assert.deepEqual(await measurements(), [7, 7])
    const [refused] = (await app.ask('GET', `/api/quality-checks/${broken}/results`)).body.items
    assert.deepEqual([refused.assertion_result, refused.asserted_records], ['unasserted', null])
    assert.notEqual(refused.assertion_details, null)

    const { body: fields } = await app.ask('GET', `/api/containers/${container}/fields`)
    const price = fields.find(({ name }: { name: string }) => name === 'price')
    await app.ask('PATCH', '/api/fields', [{ id: price.id, status: 'masked' }])
    assert.deepEqual(await measurements(), [null, null], 'those of a masked field are not shown')
  })

  test('the list of checks shows the last verdicts of each when asked, and none unasked', async () => {
    const source = await makePrices(app)
    await scanned(app, source)
    await scanned(app, source)
    const list = `/api/quality-checks?datastore=${source.datastore_id}`
    const plain = (await app.ask('GET', list)).body.items
    assert.ok(plain.every((check: Shown) => !('recent_results' in check)))
    const { items } = (await app.ask('GET', `${list}&include=recent_results`)).body
    assert.deepEqual(
      items.map(({ recent_results }: Shown) =>
        recent_results.map(({ assertion_result, version }) => [assertion_result, version]),
      ),
      [
        [
          ['failed', 1],
          ['failed', 1],
        ],
        [
          ['passed', 1],
          ['passed', 1],
        ],
      ],
    )
    const { body } = await app.ask('GET', `/api/quality-checks/${items[0].id}/results`)
    assert.deepEqual(
      items[0].recent_results.map(
        ({ container_scan_id }: { container_scan_id: number }) => container_scan_id,
      ),
      body.items.map(({ container_scan_id }: { container_scan_id: number }) => container_scan_id),
    )
  })

  test('checks are found by how they stand: passed, failed, unasserted, never and stale apart', async () => {
    const source = await makePrices(app)
    const list = `/api/quality-checks?datastore=${source.datastore_id}`
    const found = async (query: string): Promise<string[]> =>
      (await app.ask('GET', `${list}&${query}`)).body.items.map(
        ({ description }: { description: string }) => description,
      )
    const [a, b] = ['prices of a.csv', 'prices of b.csv']
    assert.deepEqual(await found('last_result=never'), [a, b])
    await scanned(app, source)
    const container = (await app.containers(source)).get('b.csv') ?? 0
    const late = { rule: 'notNull', fields: ['id'], description: 'made late' }
    await makeCheck(app, container, late)
    assert.deepEqual(
      [
        await found('last_result=passed'),
        await found('last_result=failed'),
        await found('last_result=never'),
      ],
      [[b], [a], ['made late']],
    )
    assert.deepEqual(await found('last_result=stale'), [])
    const [first] = (await app.ask('GET', list)).body.items
    await app.ask('PUT', `/api/quality-checks/${first.id}`, { status: 'Draft' })
    await scanned(app, source)
    assert.deepEqual(await found('last_result=stale'), [a], 'a newer scan did not have it')
    assert.deepEqual(await found('last_result=stale&last_result=passed'), [a, b, 'made late'])
    assert.deepEqual([await found('field=id'), await found('field=price')], [['made late'], [a, b]])
    assert.deepEqual(
      [await found('has_open_anomalies=true'), await found('has_open_anomalies=false')],
      [[a], [b, 'made late']],
    )
    assert.deepEqual(await found('sort_open_anomalies=asc'), [b, 'made late', a])
    assert.deepEqual(await found('sort_description=desc'), [b, a, 'made late'])
    assert.deepEqual(await found('sort_created=desc'), ['made late', b, a])
    assert.deepEqual((await found('sort_last_asserted=desc')).at(-1), a)
  })
})
