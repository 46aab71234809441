import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertTakenUp, takeUp, toldAnomalies } from '../harness/triage-stories.ts'
import { csv, startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

const rows = (count: number, first: number) =>
  csv(
    ['id', 'name', 'price'],
    Array.from({ length: count }, (_, id) => [id, id >= first ? '' : 'named', -1]),
  )

describe('an anomaly whose check fails in too many rows to list them', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp()
  })
  after(() => app.close())

  test('stays as it is when a full scan rolls its check up, names the anomaly that stands for it, and is resolved once it passes', async () => {
    const source = await app.source({ 'people.csv': rows(40, 10) })
    await app.check(source, 'people.csv', { rule: 'notNull', fields: ['name'] })
    await app.scan(source, { max_records_analyzed_per_partition: 12 })
    const single = await toldAnomalies(app, source)
    assert.deepEqual(
      single.map(({ type }) => type),
      ['record', 'record'],
    )
    const [first] = single
    assert.ok(first)
    await takeUp(app, first.id)

    const full = await app.scan(source)
    assert.equal(full.status.auto_resolved_anomaly_count, 0)
    const found = await toldAnomalies(app, source)
    const shape = found.find(({ type }) => type === 'shape') ?? assert.fail('nothing was rolled up')
    const records = found.filter(({ type }) => type === 'record')
    assert.deepEqual(
      records.map(({ status }) => status),
      ['Acknowledged', 'Active'],
    )
    assert.deepEqual(
      records.map(({ absorbed_by }) => absorbed_by),
      [[shape.id], [shape.id]],
    )
    assert.deepEqual(shape.absorbed_by, [])
    await assertTakenUp(app, first.id)

    source.write({ 'people.csv': rows(12, 10) })
    await app.scan(source)
    const listed = (await toldAnomalies(app, source)).filter(({ status }) => status !== 'Resolved')
    assert.deepEqual(
      listed.map(({ id }) => id),
      records.map(({ id }) => id),
    )
    assert.deepEqual(
      listed.map(({ absorbed_by }) => absorbed_by),
      [[], []],
    )
    await assertTakenUp(app, first.id)

    source.write({ 'people.csv': rows(12, 12) })
    await app.scan(source)
    assert.deepEqual(
      new Set((await toldAnomalies(app, source)).map(({ status }) => status)),
      new Set(['Resolved']),
    )
  })

  test('stays while one of its checks is still rolled up, although another one passes again', async () => {
    const source = await app.source({ 'people.csv': rows(3, 2) })
    await app.check(source, 'people.csv', { rule: 'notNull', fields: ['name'] })
    await app.check(source, 'people.csv', { rule: 'maxValue', fields: ['id'], properties: { value: 1 } })
    await app.scan(source)
    const [both] = await toldAnomalies(app, source)
    assert.equal(both?.failed_checks.length, 2)
    const many = (price: number) => [...Array.from({ length: 12 }, () => [0, '', 0]), [2, '', price]]
    source.write({ 'people.csv': csv(['id', 'name', 'price'], many(-1)) })
    await app.scan(source)
    const one = (await toldAnomalies(app, source)).find(({ id }) => id === both?.id)
    assert.deepEqual([one?.status, one?.failed_checks.length, one?.absorbed_by.length], ['Active', 1, 1])
    const check = one?.failed_checks[0]?.quality_check.id
    await app.ask('PUT', `/api/quality-checks/${check}`, { properties: { value: 5 } })
    await app.scan(source)
    const still = (await toldAnomalies(app, source)).find(({ id }) => id === both?.id)
    assert.deepEqual([still?.status, still?.absorbed_by.length], ['Active', 1])
  })

  test('is resolved when it passes in its own file, whatever is rolled up in another', async () => {
    const source = await app.source({ 'day_1.csv': rows(12, 11), 'day_2.csv': rows(12, 12) })
    await app.check(source, 'day_*.csv', { rule: 'notNull', fields: ['name'] })
    await app.scan(source)
    source.write({ 'day_1.csv': rows(12, 12), 'day_2.csv': rows(40, 10) })
    const scan = await app.scan(source)
    assert.equal(scan.status.auto_resolved_anomaly_count, 1)
  })
})
