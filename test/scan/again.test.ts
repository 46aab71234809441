import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { anomaliesOf, verdictsOf } from '../harness/findings.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const header = ['id', 'price']
/** Rows 1 and 2 are bad. */
const bad = csv(header, [
  [1, -1],
  [2, -2],
  [3, 3],
])
const mended = csv(header, [
  [1, 1],
  [2, -2],
  [3, 3],
])

describe('a scan of what was scanned before', () => {
  let service: WorkingApp
  before(async () => {
    service = await startWorkingApp()
  })
  after(() => service.close())

  const all = (source: Source) => anomaliesOf(service, `&datastore=${source.datastore_id}&archived=include`)
  /** Of each anomaly, its status and its first record, in the order of the records. */
  const statuses = async (source: Source) =>
    (await all(source))
      .map(({ status, records, type }) => [status, type === 'shape' ? 'shape' : (records[0] ?? '')] as const)
      .sort(([, one], [, other]) => (one < other ? -1 : 1))

  test('brings open anomalies up to date instead of doubling them', async () => {
    const many = csv(
      header,
      Array.from({ length: 30 }, (_, id) => [id, -id]),
    )
    const source = await service.source({ 'few.csv': bad, 'many.csv': many })
    await service.check(source, 'few.csv', { rule: 'notNegative', fields: ['price'] })
    await service.check(source, 'many.csv', { rule: 'notNegative', fields: ['price'] })
    const first = await service.scan(source)
    const before = await all(source)
    assert.equal(before.length, 3)
    source.write({
      'many.csv': csv(
        header,
        Array.from({ length: 20 }, (_, id) => [id, -id]),
      ),
    })
    const second = await service.scan(source)
    const after = await all(source)
    assert.deepEqual(
      after.map(({ fingerprint }) => fingerprint),
      before.map(({ fingerprint }) => fingerprint),
    )
    assert.equal(second.status.anomalies_identified, 3)
    assert.deepEqual(
      [before, after].map((found) => found.find(({ type }) => type === 'shape')?.count),
      [29, 19],
    )
    // Both scans can still be read as they found things.
    for (const { container_scans } of [first, second]) {
      const listed = await anomaliesOf(service, `&container_scan=${container_scans[0].id}`)
      assert.equal(listed.length, 2)
    }
  })

  test('resolves what is mended, and only that', async () => {
    const source = await service.source({ 'sales.csv': bad })
    await service.check(source, 'sales.csv', { rule: 'notNegative', fields: ['price'] })
    await service.check(source, 'sales.csv', { rule: 'sum', fields: ['price'], properties: { value: 2 } })
    await service.scan(source)
    source.write({ 'sales.csv': mended })
    const scan = await service.scan(source)
    assert.equal(scan.status.auto_resolved_anomaly_count, 2)
    assert.equal(scan.container_scans[0].auto_resolved_anomaly_count, 2)
    assert.deepEqual(await statuses(source), [
      ['Resolved', 'shape'],
      ['Resolved', '{"id":1,"price":-1}'],
      ['Active', '{"id":2,"price":-2}'],
    ])
    // What comes back is a new anomaly beside the resolved one.
    source.write({ 'sales.csv': bad })
    await service.scan(source)
    assert.equal((await all(source)).length, 5)
  })

  test('resolves nothing when told not to, when it is incremental, or when it did not read every record', async () => {
    const source = await service.source({ 'sales.csv': bad })
    await service.check(source, 'sales.csv', { rule: 'notNegative', fields: ['price'] })
    await service.scan(source)
    source.write({ 'sales.csv': mended })
    const payloads = [
      { auto_resolve_passed_anomalies: false },
      { incremental: true },
      { max_records_analyzed_per_partition: 1 },
    ]
    for (const payload of payloads) {
      const scan = await service.scan(source, payload)
      assert.equal(scan.result, 'success')
      assert.equal(scan.status.auto_resolved_anomaly_count, 0, JSON.stringify(payload))
    }
    assert.deepEqual(
      (await statuses(source)).map(([status]) => status),
      ['Active', 'Active'],
    )
  })

  test('does not resolve an anomaly of a check that could not be evaluated again', async () => {
    const source = await service.source({ 'sales.csv': bad })
    await service.check(source, 'sales.csv', { rule: 'notNegative', fields: ['price'], description: 'gone' })
    await service.check(source, 'sales.csv', {
      rule: 'maxValue',
      fields: ['id'],
      properties: { value: 2 },
      description: 'there',
    })
    await service.scan(source)
    source.write({ 'sales.csv': 'id\n1\n2\n' })
    const scan = await service.scan(source)
    assert.equal(scan.result, 'success')
    assert.match(scan.message, /1 of the checks could not be evaluated/)
    assert.deepEqual(await statuses(source), [
      ['Active', '{"id":1,"price":-1}'],
      ['Active', '{"id":2,"price":-2}'],
      ['Resolved', '{"id":3,"price":3}'],
    ])
    const verdicts = await verdictsOf(service, scan.container_scans[0].id)
    assert.equal(verdicts.get('gone')?.result, 'unasserted')
    assert.equal(verdicts.get('gone')?.anomalies, 0)
    assert.match(verdicts.get('gone')?.details ?? '', /price/)
    const { body } = await service.ask('GET', `/api/operations/${scan.id}/logs`)
    assert.equal(body.total, 1)
    assert.match(body.items[0].message, /price/)
  })

  test('does not resolve what a failed run found', async () => {
    const source = await service.source({ 'good.csv': bad, 'broken.csv': bad })
    await service.check(source, 'good.csv', { rule: 'notNegative', fields: ['price'] })
    // A container without a check does not fail its run.
    await service.check(source, 'broken.csv', { rule: 'notNull', fields: ['id'] })
    await service.scan(source)
    source.write({ 'good.csv': mended, 'broken.csv': 'id,price\n1,2,3\n' })
    const scan = await service.scan(source)
    assert.equal(scan.result, 'failure')
    assert.equal(scan.status.auto_resolved_anomaly_count, 0)
    assert.deepEqual(
      (await statuses(source)).map(([status]) => status),
      ['Active', 'Active'],
    )
  })

  test('leaves drafts alone', async () => {
    const source = await service.source({ 'sales.csv': bad })
    await service.check(source, 'sales.csv', { rule: 'notNegative', fields: ['price'], status: 'Draft' })
    await service.check(source, 'sales.csv', { rule: 'notNull', fields: ['price'], description: 'active' })
    const scan = await service.scan(source)
    assert.equal(scan.status.anomalies_identified, 0)
    assert.deepEqual([...(await verdictsOf(service, scan.container_scans[0].id)).keys()], ['active'])
  })
})

describe('a check that is changed while a scan runs', () => {
  test('is evaluated as it stood when the scan of its container began', async () => {
    const service = await startWorkingApp({ workers: 0 })
    try {
      const source = await service.source({ 'a_1.csv': bad, 'a_2.csv': mended })
      const given = { rule: 'minValue', fields: ['price'], description: 'edited' }
      const edited = await service.check(source, 'a_*.csv', { ...given, properties: { value: 0 } })
      const archived = await service.check(source, 'a_*.csv', {
        rule: 'positive',
        fields: ['id'],
        description: 'archived',
      })
      const id = await service.trigger(source, { type: 'scan' })
      assert.deepEqual([await service.step(), await service.step()], ['plan', 'container'])

      const change = await service.ask('PUT', `/api/quality-checks/${edited}`, {
        properties: { value: -100 },
      })
      assert.equal(change.status, 200)
      assert.equal((await service.ask('DELETE', `/api/quality-checks/${archived}`)).status, 204)
      await service.check(source, 'a_*.csv', { rule: 'notNull', fields: ['id'], description: 'made later' })
      while (await service.step()) continue

      const scan = await service.ended(id)
      assert.equal(scan.status.anomalies_identified, 3)
      const [containerScan] = scan.container_scans
      const verdicts = await verdictsOf(service, containerScan.id)
      assert.deepEqual([...verdicts.keys()].sort(), ['archived', 'edited'])
      const { body } = await service.ask(
        'GET',
        `/api/quality-checks/${edited}/version?version_at=${containerScan.start_time}`,
      )
      assert.deepEqual(body.properties, { value: 0 })

      const next = await service.trigger(source, { type: 'scan' })
      while (await service.step()) continue
      const nextScan = await service.ended(next)
      assert.equal(nextScan.status.anomalies_identified, 0)
      assert.deepEqual([...(await verdictsOf(service, nextScan.container_scans[0].id)).keys()].sort(), [
        'edited',
        'made later',
      ])
    } finally {
      await service.close()
    }
  })
})
