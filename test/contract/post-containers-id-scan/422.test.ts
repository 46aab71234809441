import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople, maskField } from '../../harness/factories.ts'
import { upload } from '../../harness/uploads.ts'
import { workbookOf, zipOf } from '../../harness/workbooks.ts'

describeContract('POST /containers/{id}/scan', (app) => {
  let path = ''
  let container = 0
  let rows = ''
  before(async () => {
    container = (await makePeople(app)).container
    path = `/api/containers/${container}/scan`
    rows = await app.rows()
  })

  /** Refused with a sentence about one member, and nothing is written. */
  function assertSaid({ status, body }: { status: number; body: unknown }, member: string, says: RegExp) {
    const { detail } = body as { detail: { loc: string[]; msg: string }[] }
    assert.deepEqual([status, detail[0]?.loc[1]], [422, member], JSON.stringify(body))
    assert.match(detail[0]?.msg ?? '', says)
  }

  test('refuses records that are no rows', async () => {
    const sent: [unknown, RegExp][] = [
      [undefined, /Give the rows/],
      ['[{"id":1', /not valid JSON/],
      ['{"id":1}', /must be a list/],
      ['[]', /no rows/],
      ['[1]', /must be an object/],
      [[], /no rows/],
      [[1], /must be an object/],
      [[{}, {}], /rows have no members/],
    ]
    for (const [records, says] of sent) assertSaid(await app.ask('POST', path, { records }), 'records', says)
  })

  test('refuses a number beyond what can be kept, instead of taking it for none', async () => {
    const text = '{"records":[{"id":1e400,"name":"Ada","age":3}]}'
    const { status, body } = await app.askRaw('POST', path, text, { 'content-type': 'application/json' })
    assert.deepEqual([status, body.detail[0].loc.join('.')], [422, 'body.records.0.id'])
    assert.match(body.detail[0].msg, /beyond 1.8e308/)
  })

  test('refuses other columns than those of the container by their names', async () => {
    const records = JSON.stringify([{ id: 1, name: 'Ada', years: 3 }])
    assertSaid(
      await app.ask('POST', path, { records }),
      'records',
      /no field called "years"\. The rows have no column called "age"\./,
    )
    const csv = { name: 'people.csv', content: 'id,Name,age\n1,Ada,36\n' }
    assertSaid(await upload(app, path, csv), 'file', /no field called "Name"/)
  })

  test('refuses files that cannot be read, and says why', async () => {
    const sent: [string | Uint8Array<ArrayBuffer>, RegExp][] = [
      ['', /empty/],
      ['id,name,age\n', /no rows/],
      ['id,name,age\n1,Ada,36,9\n', /line 2 has 4 columns/],
      ['id,name,age\n1,Ada,old\n', /"old", which does not fit/],
      [new Uint8Array(Buffer.from('id,name,age\n1,J\u00fcrgen,36\n', 'latin1')), /not UTF-8/],
      [new Uint8Array(Buffer.from('d0cf11e0a1b11ae1', 'hex')), /save it as XLSX/],
      [new Uint8Array(Buffer.from('504b0304000000000000', 'hex')), /damaged/],
    ]
    for (const [content, says] of sent)
      assertSaid(await upload(app, path, { name: 'people.csv', content }), 'file', says)
  })

  test('refuses a workbook of two sheets until one is named', async () => {
    const header = '<row><c t="inlineStr"><is><t>id</t></is></c></row>'
    const file = { name: 'people.xlsx', content: new Uint8Array(workbookOf({ One: header, Two: header })) }
    assertSaid(await upload(app, path, file), 'sheet', /several sheets: "One", "Two"/)
    assertSaid(await upload(app, path, file, { sheet: 'Three' }), 'sheet', /no sheet called "Three"/)
    assertSaid(await upload(app, path, file, { sheet: 'Two' }), 'file', /no column called "name", "age"/)
  })

  test('refuses a small file that would be a huge workbook', async () => {
    const bomb = zipOf({ 'xl/_rels/workbook.xml.rels': Buffer.alloc(300 * 2 ** 20) })
    assert.ok(bomb.length < 2 ** 20)
    const file = { name: 'people.xlsx', content: new Uint8Array(bomb) }
    assertSaid(await upload(app, path, file), 'file', /too large once it is unpacked/)
  })

  test('a value that does not fit a masked field is not quoted', async () => {
    await maskField(app, container, 'age')
    rows = await app.rows()
    const records = JSON.stringify([{ id: 1, name: 'Ada', age: 'canary' }])
    const { status, body } = await app.ask('POST', path, { records })
    assert.equal(status, 422)
    assert.doesNotMatch(JSON.stringify(body), /canary/)
  })

  test('none of that left anything behind', async () => {
    assert.equal(await app.rows(), rows)
  })
})
