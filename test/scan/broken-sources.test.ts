import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { anomaliesOf, verdictsOf } from '../harness/findings.ts'
import { csv, startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

const good = csv(
  ['id', 'price'],
  [
    [1, -1],
    [2, 2],
  ],
)

describe('a source that is broken in part', () => {
  let service: WorkingApp
  let parquet: Uint8Array
  before(async () => {
    service = await startWorkingApp()
    parquet = await parquetFile(join(service.folder, 'whole.parquet'))
  })
  after(() => service.close())

  /** Scans good.csv with a check beside a container that was sound at the sync and is broken now. */
  async function scanBroken(name: string, sound: string | Uint8Array, broken: string | Uint8Array | null) {
    const source = await service.source({ 'good.csv': good, [name]: sound })
    await service.check(source, 'good.csv', { rule: 'notNegative', fields: ['price'] })
    await service.check(source, name, {
      rule: 'satisfiesExpression',
      // Nothing that the statistics of a file could answer without its rows.
      properties: { expression: "concat(price, '') <> 'never'" },
      description: 'broken',
    })
    if (broken === null) source.remove(name)
    else source.write({ [name]: broken })
    const scan = await service.scan(source)
    const byName = new Map<string, { id: number; result: string; message: string; anomaly_count: number }>(
      scan.container_scans.map((one: { container: { name: string } }) => [one.container.name, one]),
    )
    const container = byName.get(name)
    assert.ok(container)
    assert.equal(byName.get('good.csv')?.result, 'success')
    assert.equal(byName.get('good.csv')?.anomaly_count, 1)
    return { scan, container, source }
  }

  const breakages: [string, string, string | null, RegExp][] = [
    ['a ragged row', 'ragged.csv', 'id,price\n1,2\n2,3,4\n', /"ragged\.csv" is ragged: line 3 has 3 columns/],
    ['text that is not UTF-8', 'latin.csv', 'LATIN', /"latin\.csv" is not UTF-8: line 2/],
    ['a quote that never ends', 'quote.csv', 'id,price\n1,"2\n', /"quote\.csv"/],
    ['no content any more', 'emptied.csv', '', /"emptied\.csv" is empty/],
    ['vanished', 'vanished.csv', null, /"vanished\.csv"/],
    ['JSON that breaks off', 'broken.json', '[{"price": 1}, {"pri', /"broken\.json" is not valid JSON/],
  ]
  for (const [what, name, broken, reason] of breakages) {
    test(`names the file with ${what}, and scans the others`, async () => {
      const sound = name.endsWith('.json') ? '[{"price": 1}]' : 'id,price\n1,free\n2,cheap\n'
      const content = broken === 'LATIN' ? Buffer.from('id,price\n1,Müller\n2,Mül\n', 'latin1') : broken
      const { scan, container } = await scanBroken(name, sound, content)
      assert.equal(scan.result, 'failure')
      assert.match(scan.message, /^1 of 2 containers failed\./)
      assert.match(scan.message, reason)
      assert.equal(container.result, 'failure')
      assert.match(container.message, reason)
      assert.doesNotMatch(container.message, new RegExp(service.folder))
    })
  }

  test('names a Parquet file that was cut off while it was written', async () => {
    for (const length of [10, Math.floor(parquet.length / 2), parquet.length - 1]) {
      const { scan, container } = await scanBroken('cut.parquet', parquet, parquet.subarray(0, length))
      assert.equal(scan.result, 'failure')
      assert.match(container.message, /"cut\.parquet" is not a complete Parquet file/)
    }
  })

  test('names a Parquet file whose pages are damaged although its end is whole', async () => {
    const damaged = Uint8Array.from(parquet)
    damaged.fill(0xff, 4, parquet.length / 2)
    const { scan, container } = await scanBroken('bad.parquet', parquet, damaged)
    assert.equal(scan.result, 'failure')
    assert.match(container.message, /rows cannot be read/)
  })

  test('is read from its first letter when there is a byte order mark', async () => {
    const source = await service.source({ 'bom.csv': `\uFEFF${good}` })
    await service.check(source, 'bom.csv', {
      rule: 'expectedSchema',
      properties: { list: ['id', 'price'], allow_other_fields: false },
    })
    await service.check(source, 'bom.csv', { rule: 'notNegative', fields: ['price'] })
    const scan = await service.scan(source)
    assert.equal(scan.result, 'success', scan.message)
    assert.deepEqual(
      (await anomaliesOf(service, `&datastore=${source.datastore_id}`)).map(({ records }) => records),
      [['{"id":1,"price":-1}']],
    )
  })

  test('counts an empty file among full ones as a partition of no rows', async () => {
    const source = await service.source({ 'e_1.csv': good, 'e_2.csv': good })
    await service.check(source, 'e_*.csv', {
      rule: 'minPartitionSize',
      properties: { value: 1 },
      description: 'size',
    })
    source.write({ 'e_2.csv': '' })
    const scan = await service.scan(source)
    assert.equal(scan.result, 'success', scan.message)
    assert.equal(scan.status.partitions_scanned, 2)
    assert.equal(scan.status.records_processed, 2)
    assert.equal((await verdictsOf(service, scan.container_scans[0].id)).get('size')?.result, 'failed')
  })

  test('says what a sync could not read, and scans it once it is mended', async () => {
    const source = await service.source({ 'good.csv': good, 'later.csv': 'id,price\n1,2,3\n4,5\n6,7,8,9\n' })
    await service.check(source, 'good.csv', { rule: 'notNegative', fields: ['price'] })
    const scan = await service.scan(source)
    // It has no checks, so that is a remark.
    assert.equal(scan.result, 'success')
    assert.match(scan.message, /later\.csv/)
    assert.equal(scan.container_scans[1].records_processed, 0)
    source.write({ 'later.csv': good })
    await service.ended(await service.trigger(source, { type: 'sync' }))
    const again = await service.scan(source)
    assert.equal(again.result, 'success', again.message)
  })

  test('fails with the reason, at once, when its folder is gone', async () => {
    const source = await service.source({ 'good.csv': good, 'other.csv': good })
    rmSync(source.folder, { recursive: true })
    const scan = await service.scan(source)
    assert.equal(scan.result, 'failure')
    assert.match(scan.message, /^2 of 2 containers failed\./)
    assert.match(scan.container_scans[0].message, /does not exist|gone|not found/i)
    assert.doesNotMatch(scan.message, /The service failed/)
  })

  test('ends at a container whose schema is not the expected one before a row is read, and goes on with others', async () => {
    const source = await service.source({ 'good.csv': good, 'drift.csv': good })
    await service.check(source, 'good.csv', { rule: 'notNegative', fields: ['price'] })
    await service.check(source, 'drift.csv', { rule: 'notNegative', fields: ['price'], description: 'rows' })
    await service.check(source, 'drift.csv', {
      rule: 'expectedSchema',
      properties: { list: ['id', 'price', 'tax'] },
      description: 'schema',
    })
    const scan = await service.scan(source)
    assert.equal(scan.result, 'failure')
    const [drift, sound] = scan.container_scans
    assert.deepEqual([drift.result, sound.result], ['failure', 'success'])
    assert.match(drift.message, /expected fields are missing \(`tax`\)/)
    assert.equal(drift.records_processed, 0)
    const verdicts = await verdictsOf(service, drift.id)
    assert.equal(verdicts.get('schema')?.result, 'failed')
    assert.equal(verdicts.has('rows'), false)
    const [anomaly] = await anomaliesOf(service, `&container_scan=${drift.id}`)
    assert.deepEqual(anomaly?.failed, ['schema'])
  })

  test('refuses a scan of a container that the datastore does not have', async () => {
    const source = await service.source({ 'good.csv': good })
    const before = await service.rows()
    const { status, body } = await service.ask('POST', '/api/operations/run', {
      type: 'scan',
      datastore_id: source.datastore_id,
      container_names: ['good.csv', 'nope.csv'],
    })
    assert.equal(status, 422)
    assert.match(JSON.stringify(body.detail), /nope\.csv/)
    const many = await service.ask('POST', '/api/operations/run', {
      type: 'scan',
      datastore_id: source.datastore_id,
      container_names: Array.from({ length: 10_000 }, (_, index) => `nope-${index}`),
    })
    assert.equal(many.status, 422)
    assert.match(many.body.detail[0].msg, /"nope-19" and 9980 more\.$/)
    assert.equal(await service.rows(), before)
  })
})

/** A Parquet file of some rows, as bytes. */
async function parquetFile(path: string): Promise<Uint8Array> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(
    `copy (select i as id, hash(i) // 2 as price, sha256(i::text) as note from range(5000) as r (i)) to '${path}' (format parquet)`,
  )
  connection.closeSync()
  instance.closeSync()
  return readFileSync(path)
}
