import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parquetOf } from '../harness/parquet.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

describe('which files are one container', () => {
  let service: WorkingApp
  before(async () => {
    service = await startWorkingApp()
  })
  after(() => service.close())

  const sync = async (source: Source) => service.ended(await service.trigger(source, { type: 'sync' }))
  const available = async (source: Source): Promise<string[]> => {
    const { body } = await service.ask('GET', `/api/containers?datastore=${source.datastore_id}&size=100`)
    return body.items
      .filter((one: { status: string }) => one.status !== 'inaccessible')
      .map(
        (one: { name: string; metrics: { partitions: number } }) => `${one.name} ${one.metrics.partitions}`,
      )
  }
  const logOf = async (run: { id: number }): Promise<string[]> => {
    const { body } = await service.ask('GET', `/api/operations/${run.id}/logs?size=100`)
    return body.items.map((entry: { message: string }) => entry.message)
  }

  test('files with names alike and other columns stay apart, and the sync says so', async () => {
    const source = await service.source({
      'v1.csv': 'id,name\n1,a\n',
      'v2.csv': 'sku,price,qty\nx,1,2\n',
      'iso_3166-1.json': '{"3166-1":[{"name":"Aruba"}]}',
      'iso_639-2.json': '{"639-2":[{"name":"Abkhazian"}]}',
      'day_1.csv': 'id,name\n1,a\n',
      'day_2.csv': 'id,name,extra\n1,a,b\n',
      // Each has half of the columns of the first, and all together have many more.
      ...Object.fromEntries([1, 2, 3, 4].map((n) => [`bay_${n}.csv`, `id,name,x${n},y${n}\n1,a,2,3\n`])),
    })
    assert.deepEqual(await available(source), [
      'bay_1.csv 1',
      'bay_2.csv 1',
      'bay_3.csv 1',
      'bay_4.csv 1',
      'day_*.csv 2',
      'iso_3166-1.json 1',
      'iso_639-2.json 1',
      'v1.csv 1',
      'v2.csv 1',
    ])
    const log = await logOf(await sync(source))
    assert.match(log.join('\n'), /"v1\.csv" and "v2\.csv" have names alike and columns that differ/)
    source.write({ 'day_3.csv': 'x,y,z\n1,2,3\n' })
    await sync(source)
    assert.ok((await available(source)).includes('day_*.csv 3'), 'a pattern that was known stays')
  })

  test('people define, split and name patterns', async () => {
    const source = await service.source({
      'v1.csv': 'id,name\n1,a\n',
      'v2.csv': 'id,name\n2,b\n',
      'north/sales.csv': 'id,n\n1,1\n',
      'south/sales.csv': 'id,n\n2,2\n3,3\n',
    })
    assert.deepEqual(await available(source), ['north/sales.csv 1', 'south/sales.csv 1', 'v*.csv 2'])
    const file_patterns = [
      { name: 'sales', pattern: '**/sales.csv' },
      { name: null, pattern: 'v1.csv' },
    ]
    const path = `/api/datastores/${source.datastore_id}`
    const { status, body } = await service.ask('PUT', path, { file_patterns })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(body.file_patterns, file_patterns)
    await service.ended(await service.trigger(source, { type: 'sync', prune: true }))
    assert.deepEqual(await available(source), ['sales 2', 'v1.csv 1', 'v2.csv 1'])
    await service.check(source, 'sales', { rule: 'notNull', fields: ['n'] })
    const scan = await service.scan(source)
    assert.equal(scan.result, 'success', scan.message)
    assert.equal(scan.status.records_processed, 5)
    const twice = await service.ask('PUT', path, { file_patterns: [...file_patterns, { pattern: 'sales' }] })
    assert.equal(twice.status, 422)
    assert.deepEqual((await service.ask('PUT', path, { file_patterns: null })).body.file_patterns, [])
  })

  test('folders that name a column are one container, and the column is a field', async () => {
    const job = '-0c52a1b4-6b1f-4c7e-9a55-0123456789ab-c000'
    const parquet = await parquetOf("select 7 as id, 'x' as t")
    const source = await service.source({
      'sales/month=1/a.csv': 'id,n\n1,5\n',
      'sales/month=02/a.csv': 'id,n\n2,6\n3,7\n',
      [`out/day=2024-01-01/part-00000${job}.snappy.parquet`]: parquet,
      [`out/day=2024-01-02/part-00001${job}.snappy.parquet`]: parquet,
      'out/_SUCCESS': '',
      'json/kind=a%20b/x.ndjson': '{"v":1}\n{"v":2}\n',
      'json/kind=__HIVE_DEFAULT_PARTITION__/x.ndjson': '{"v":3}\n',
    })
    assert.deepEqual(await available(source), [
      'json/kind=*/x.ndjson 2',
      'out/day=*/part-*-*-c000.snappy.parquet 2',
      'sales/month=*/a.csv 2',
    ])
    const types: string[] = []
    for (const id of (await service.containers(source)).values()) {
      const { body } = await service.ask('GET', `/api/fields?container=${id}`)
      types.push(...body.items.map((field: { name: string; type: string }) => `${field.name} ${field.type}`))
    }
    assert.deepEqual(types.toSorted(), [
      'day Date',
      'id Integral',
      'id Integral',
      'kind String',
      'month String',
      'n Integral',
      't String',
      'v Integral',
    ])
    const expectations: [string, string, object][] = [
      ['sales/month=*/a.csv', 'month', { list: ['1', '02'] }],
      ['json/kind=*/x.ndjson', 'kind', { list: ['a b'] }],
      ['out/day=*/part-*-*-c000.snappy.parquet', 'day', { list: ['2024-01-01'] }],
    ]
    for (const [container, field, properties] of expectations)
      await service.check(source, container, { rule: 'expectedValues', fields: [field], properties })
    const scan = await service.scan(source)
    assert.equal(scan.result, 'success', scan.message)
    assert.equal(scan.status.records_processed, 8)
    assert.deepEqual(
      scan.container_scans
        .map((one: { container: { name: string }; anomaly_count: number }) => [
          one.container.name[0],
          one.anomaly_count,
        ])
        .toSorted(),
      [
        ['j', 0],
        ['o', 1],
        ['s', 0],
      ],
    )
  })

  test('a Delta table is one container of the files of its newest version', async () => {
    const [old, first, second] = [
      await parquetOf('select 1 as id'),
      await parquetOf('select 2 as id'),
      await parquetOf('select 3 as id'),
    ]
    const log = (...actions: object[]) => actions.map((action) => JSON.stringify(action)).join('\n')
    const source = await service.source({
      'events/one.parquet': old,
      'events/part-00001.parquet': first,
      'events/day=1/b.parquet': second,
      'events/_delta_log/00000000000000000000.json': log(
        { metaData: { configuration: {} } },
        { add: { path: 'one.parquet' } },
        { add: { path: 'part-00001.parquet' } },
      ),
      'events/_delta_log/00000000000000000001.json': log(
        { remove: { path: 'one.parquet' } },
        { add: { path: 'day%3D1/b.parquet' } },
      ),
      'kept/a.parquet': old,
      'kept/_delta_log/00000000000000000009.json': log({ add: { path: 'a.parquet' } }),
    })
    assert.deepEqual(await available(source), ['events 2', 'kept 0'])
    await service.check(source, 'events', {
      rule: 'minValue',
      fields: ['id'],
      properties: { value: 3, inclusive: true },
    })
    const scan = await service.scan(source)
    const [events, kept] = ['events', 'kept'].map((name) =>
      scan.container_scans.find((one: { container: { name: string } }) => one.container.name === name),
    )
    assert.match(kept.message, /"kept" is a Delta table whose log is kept in checkpoints/)
    assert.equal(events.records_processed, 2)
    assert.equal(events.anomaly_count, 1)
  })

  test('a sync says which files it passed over, and why', async () => {
    const source = await service.source({
      'a.csv': 'n\n1\n',
      'b.xlsx': 'PK',
      'c.tab': 'n\tm\n1\t2\n',
      'd.pdf': '',
    })
    assert.deepEqual(await available(source), ['a.csv 1', 'c.tab 1'])
    const run = await sync(source)
    assert.equal(run.message, null)
    assert.deepEqual(await logOf(run), [
      '"b.xlsx" was passed over. A workbook is not read; save each of its sheets as a CSV file.',
      '"d.pdf" was passed over. Its extension is none of those that are read.',
    ])
  })
})
