import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

describe('checks of the volume and the age of a container', () => {
  let service: WorkingApp
  before(async () => {
    service = await startWorkingApp()
  })
  after(() => service.close())

  const measured = async (check: number): Promise<number[]> => {
    const { body } = await service.ask('GET', `/api/quality-checks/${check}`)
    return body.measurements.map(({ value }: { value: number }) => value)
  }

  test('the volume is that of all rows, whatever part of them a scan reads', async () => {
    const rows = [1, 2, 3, 4].map((id) => [id])
    const source = await service.source({ 'orders.csv': csv(['id'], rows), 'day_1.csv': csv(['v'], rows) })
    const volume = { rule: 'volumetric', properties: { comparison: 'Absolute Value', min: 4, max: 5 } }
    const orders = await service.check(source, 'orders.csv', volume)
    const days = await service.check(source, 'day_1.csv', volume)
    const id = (await service.containers(source)).get('orders.csv')
    await service.ask('PUT', `/containers/${id}`, { incremental_field_name: 'id' })
    await service.scan(source, { incremental: true })
    source.write({ 'orders.csv': csv(['id'], [...rows, [5]]) })
    const second = await service.scan(source, { incremental: true })
    assert.equal(second.status.records_processed, 1)
    await service.scan(source, { max_records_analyzed_per_partition: 2 })
    await service.scan(source)
    assert.deepEqual(await measured(orders), [5, 5, 5, 4])
    assert.deepEqual(await measured(days), [4, 4, 4, 4], 'also where no file is new')
    const { body } = await service.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
    assert.deepEqual(body.items, [])
  })

  test('the age of a table is that of the newest time in its incremental field', async () => {
    const path = join(service.folder, 'shop.db')
    const database = new DatabaseSync(path)
    const now = Date.now()
    const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString().replace('T', ' ')
    database.exec('create table orders (id integer, placed timestamp)')
    for (const hours of [50, 3]) {
      database.prepare('insert into orders values (?, ?)').run(hours, hoursAgo(hours).slice(0, 19))
    }
    // It stands for ever, and says nothing of when the table was modified.
    database.exec("insert into orders values (0, '9999-12-31 00:00:00')")
    database.close()
    const connection = await service.ask('POST', '/api/connections', {
      type: 'sqlite',
      name: 'shop',
      uri: path,
    })
    const { body } = await service.ask('POST', '/api/datastores', {
      name: 'shop',
      connection_id: connection.body.id,
    })
    const source = { datastore_id: body.id } as Source
    await service.ended(await service.trigger(source, { type: 'sync' }))
    const check = await service.check(source, 'orders', {
      rule: 'freshness',
      properties: { value: 2 * 3_600_000 },
    })
    const without = await service.scan(source)
    assert.match(without.message, /could not be evaluated/)
    const id = (await service.containers(source)).get('orders')
    await service.ask('PUT', `/containers/${id}`, { incremental_field_name: 'placed' })
    await service.scan(source)
    const { body: anomalies } = await service.ask('GET', `/api/anomalies?quality_check=${check}`)
    assert.match(anomalies.items[0].message, /`orders` was last modified 3 h ago/)
    const [age = 0] = await measured(check)
    assert.ok(Math.abs(age - 3 * 3_600_000) < 120_000, String(age))
  })
})
