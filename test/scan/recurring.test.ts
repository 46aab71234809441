import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const header = ['id', 'price']
const bad = csv(header, [
  [1, -1],
  [2, 2],
])

describe('a scan with the settings that clients give', () => {
  let service: WorkingApp
  before(async () => {
    service = await startWorkingApp()
  })
  after(() => service.close())

  const anomalies = async (source: Source) => {
    const query = `datastore=${source.datastore_id}&archived=include&sort_created=asc`
    return (await service.ask('GET', `/api/anomalies?${query}`)).body.items
  }

  test('opens archived anomalies again when asked to, and notes which scan did', async () => {
    const source = await service.source({ 'sales.csv': bad })
    await service.check(source, 'sales.csv', { rule: 'notNegative', fields: ['price'] })
    await service.check(source, 'sales.csv', { rule: 'sum', fields: ['price'], properties: { value: 7 } })
    await service.scan(source)
    const [record, shape] = (await anomalies(source)).toSorted((one: { type: string }) =>
      one.type === 'record' ? -1 : 1,
    )
    await service.ask('DELETE', `/api/anomalies/${record.id}?status=Discarded`)
    await service.ask('DELETE', `/api/anomalies/${shape.id}?status=Resolved`)

    const again = await service.scan(source, {
      reactivate_recurring_anomalies: true,
      archive_duplicate_anomalies: true,
    })
    assert.deepEqual([again.reactivate_recurring_anomalies, again.archive_duplicate_anomalies], [true, true])
    assert.equal(again.status.anomalies_identified, 2)
    const found = await anomalies(source)
    assert.deepEqual(
      found.map(({ id, status }: { id: number; status: string }) => [id, status]).toSorted(),
      [
        [record.id, 'Active'],
        [shape.id, 'Active'],
      ].toSorted(),
    )
    const { body: history } = await service.ask('GET', `/api/anomalies/${record.id}/history`)
    const { from_status, to_status, operation_id, user } = history.items[0]
    assert.deepEqual([from_status, to_status, operation_id, user], ['Discarded', 'Active', again.id, null])
  })

  test('finds archived anomalies anew when not asked to', async () => {
    const source = await service.source({ 'sales.csv': bad })
    await service.check(source, 'sales.csv', { rule: 'notNegative', fields: ['price'] })
    const first = await service.scan(source)
    assert.deepEqual(
      [first.reactivate_recurring_anomalies, first.archive_duplicate_anomalies],
      [false, false],
    )
    const [old] = await anomalies(source)
    await service.ask('DELETE', `/api/anomalies/${old.id}?status=Invalid`)
    await service.scan(source)
    assert.deepEqual(
      (await anomalies(source)).map(({ status }: { status: string }) => status),
      ['Invalid', 'Active'],
    )
  })

  test('evaluates the checks of the categories that it names, and leaves the anomalies of others alone', async () => {
    const source = await service.source({ 'sales.csv': bad })
    await service.check(source, 'sales.csv', { rule: 'notNegative', fields: ['price'] })
    await service.check(source, 'sales.csv', {
      rule: 'volumetric',
      properties: { comparison: 'Absolute Value', min: 10 },
    })
    const evaluated = async (payload: object) => {
      const run = await service.scan(source, payload)
      const { body } = await service.ask('GET', `/api/operations/${run.id}/scan-checks`)
      return body.items.map((item: { rule_type: string }) => item.rule_type).toSorted()
    }
    assert.deepEqual(await evaluated({ check_categories: null }), ['notNegative', 'volumetric'])
    assert.deepEqual(await evaluated({ check_categories: ['metadata'] }), ['volumetric'])
    assert.deepEqual(await evaluated({ check_categories: ['data_integrity'] }), ['notNegative'])
    assert.deepEqual(await evaluated({ check_categories: [] }), ['notNegative', 'volumetric'])
    assert.equal((await anomalies(source)).length, 2, 'nothing was resolved or doubled')
  })
})
