import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { anomaliesOf } from '../harness/findings.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

describe('how files are read', () => {
  let service: WorkingApp
  before(async () => {
    service = await startWorkingApp()
  })
  after(() => service.close())

  const idOf = async (source: Source, name: string): Promise<number> => {
    const id = (await service.containers(source)).get(name)
    assert.ok(id)
    return id
  }
  const put = async (source: Source, name: string, settings: object) => {
    const { status, body } = await service.ask('PUT', `/api/containers/${await idOf(source, name)}`, settings)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const fieldsOf = async (source: Source, name: string) => {
    const { body } = await service.ask('GET', `/api/fields?container=${await idOf(source, name)}&size=100`)
    return body.items
      .filter((field: { status: string }) => field.status === 'active')
      .map((field: { name: string; type: string }) => `${field.name} ${field.type}`)
      .join(', ')
  }
  const sync = async (source: Source) => service.ended(await service.trigger(source, { type: 'sync' }))
  const logOf = async (run: { id: number }): Promise<string[]> => {
    const { body } = await service.ask('GET', `/api/operations/${run.id}/logs?size=100`)
    return body.items.map((entry: { message: string }) => entry.message)
  }

  test('a setting changes the fields at once, and a sync and a scan agree with it', async () => {
    const source = await service.source({ 'a.csv': 'x;y\n1;2\n3;4\n' })
    assert.equal(await fieldsOf(source, 'a.csv'), 'x Integral, y Integral')
    const body = await put(source, 'a.csv', { has_header: false, infer_datatypes: false })
    assert.equal(body.has_header, false)
    assert.equal(body.status, 'changed')
    assert.equal(body.file_layout.delimiter, ';')
    assert.equal(await fieldsOf(source, 'a.csv'), 'column0 String, column1 String')
    assert.equal((await sync(source)).result, 'success')
    assert.equal(await fieldsOf(source, 'a.csv'), 'column0 String, column1 String')
    const scan = await service.scan(source)
    assert.equal(scan.result, 'success', scan.message)
    assert.equal(scan.status.records_processed, 3)
    await put(source, 'a.csv', { has_header: null, infer_datatypes: null })
    assert.equal(await fieldsOf(source, 'a.csv'), 'x Integral, y Integral')
  })

  test('text in another encoding is checked once the encoding is told', async () => {
    const source = await service.source({ 'a.csv': Buffer.from('id,name\n1,Jürg\n2,Zoë\n', 'latin1') })
    const { body } = await service.ask('GET', `/api/containers/${await idOf(source, 'a.csv')}`)
    assert.match(body.status_reason, /"a\.csv" is not UTF-8: line 2 .* name its encoding/)
    const changed = await put(source, 'a.csv', { encoding: 'windows-1252' })
    assert.equal(changed.status_reason, null)
    assert.equal(changed.file_layout.encoding, 'windows-1252')
    await service.check(source, 'a.csv', {
      rule: 'expectedValues',
      fields: ['name'],
      properties: { list: ['Jürg'] },
    })
    const scan = await service.scan(source)
    assert.equal(scan.result, 'success', scan.message)
    const found = await anomaliesOf(service, `&datastore=${source.datastore_id}`)
    assert.deepEqual(
      found.map(({ records }) => records),
      [['{"id":2,"name":"Zoë"}']],
    )
  })

  test('a sync proposes the token that keeps a field from being a number, and a number it is once named', async () => {
    const source = await service.source({ 'a.csv': 'n,t\n1,x\nNA,y\n3,z\nNA,w\n' })
    const run = await sync(source)
    assert.equal(run.message, 'Remarks: 1; the log has each.')
    assert.match((await logOf(run))[0] ?? '', /"n": 50 % of the text values are numbers; NA is the rest/)
    await put(source, 'a.csv', { null_tokens: ['NA'] })
    assert.equal(await fieldsOf(source, 'a.csv'), 'n Integral, t String')
    assert.equal((await sync(source)).message, null)
    await service.check(source, 'a.csv', { rule: 'notNull', fields: ['n'] })
    const scan = await service.scan(source)
    assert.equal(scan.container_scans[0].anomaly_count, 2)
  })

  test('settings that contradict each other or name no encoding are refused', async () => {
    const source = await service.source({ 'a.csv': 'n\n1\n' })
    const id = await idOf(source, 'a.csv')
    for (const [settings, member] of [
      [{ encoding: 'latin-99' }, 'encoding'],
      [{ delimiter: "'", quote_character: "'" }, 'quote_character'],
      [{ delimiter: '#', comment: '#' }, 'comment'],
      [{ delimiter: '::' }, 'delimiter'],
      [{ decimal_separator: ';' }, 'decimal_separator'],
      [{ skip_lines: -1 }, 'skip_lines'],
    ] as const) {
      const { status, body } = await service.ask('PUT', `/api/containers/${id}`, settings)
      assert.equal(status, 422, JSON.stringify(settings))
      assert.ok(body.detail[0].loc.includes(member), JSON.stringify(body))
    }
  })

  test('a file whose value does not fit fails by name, and the checked field keeps its type', async () => {
    const source = await service.source({
      'd_2024-01-01.csv': 'n,m\n1,1\n',
      'd_2024-01-02.csv': 'n,m\n2,2\n',
    })
    await service.check(source, 'd_*.csv', { rule: 'notNegative', fields: ['n'] })
    source.write({ 'd_2024-01-03.csv': 'n,m\n3,x\nthree,4\n' })
    const run = await sync(source)
    assert.equal(run.result, 'failure')
    assert.match(run.message, /"d_2024-01-03\.csv", line 3, holds "three".*type BIGINT.*field "n"/)
    assert.equal(await fieldsOf(source, 'd_*.csv'), 'n Integral, m Integral')
    const scan = await service.scan(source)
    assert.equal(scan.result, 'failure')
    assert.match(scan.message, /line 3, holds "three"/)
    source.write({ 'd_2024-01-03.csv': 'n,m\n3,x\n-3,4\n' })
    assert.equal((await sync(source)).result, 'success')
    assert.equal(await fieldsOf(source, 'd_*.csv'), 'n Integral, m String')
    const again = await service.scan(source)
    assert.equal(again.result, 'success', again.message)
    assert.equal(again.container_scans[0].anomaly_count, 1)
  })
})
