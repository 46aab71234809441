import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { keepRecords, makeAnomaly, makePeople, maskField } from '../../harness/factories.ts'

describeContract('GET /anomalies/{id}/source-record/csv', (app) => {
  let place = { datastore: 0, container: 0 }
  let id = 0
  before(async () => {
    place = await makePeople(app)
    id = await makeAnomaly(app, place.container, [])
    await keepRecords(app, id, [
      '{"id":12345678901234567890,"name":"Ada, the \\"first\\"","age":36}',
      '{"id":2,"name":null,"age":41}',
      '{"id":3,"name":"","age":0.10}',
    ])
    await maskField(app, place.container, 'age')
  })

  test('a header of field names and a line per record, every digit kept, masked values hidden', async () => {
    const viewer = await app.user('Member', { Viewer: [place.datastore] })
    const { status, body, headers } = await app.ask(
      'GET',
      `/api/anomalies/${id}/source-record/csv`,
      undefined,
      viewer,
    )
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^text\/csv/)
    assert.match(String(headers['content-disposition']), new RegExp(`anomaly-${id}-source-records\\.csv`))
    assert.equal(
      body,
      [
        'id,name,age',
        '12345678901234567890,"Ada, the ""first""",***MASKED***',
        '2,,***MASKED***',
        '3,"",***MASKED***',
        '',
      ].join('\r\n'),
    )
  })

  test('what a spreadsheet would run as a formula is made harmless; JSON and the setting keep it', async () => {
    const endless = ['-Infinity', '-infinity']
    const formulas = [
      '=1+1',
      '+cmd|x',
      '-2+3',
      '@SUM(A1)',
      '\t=1',
      ' =1',
      '\uff1d1',
      '-5',
      '+49.5',
      'a=b',
      ...endless,
    ]
    const made = await makeAnomaly(app, place.container, [])
    await keepRecords(
      app,
      made,
      formulas.map((name, id) => JSON.stringify({ id: -id, name })),
    )
    const lines = async () =>
      String((await app.ask('GET', `/api/anomalies/${made}/source-record/csv`)).body)
        .split('\r\n')
        .slice(1, -1)
    const cells = async () => (await lines()).map((line) => line.split(',')[1])
    const harmless = formulas.map((text, place) => (place < 7 ? `'${text}` : text))
    assert.deepEqual(await cells(), harmless)
    assert.match(String((await lines())[2]), /^-2,/)
    const exact = await app.ask('GET', `/api/anomalies/${made}/source-record?limit=20`)
    assert.deepEqual(
      JSON.parse(exact.body.source_record).map(({ name }: { name: string }) => name),
      formulas,
    )
    app.environment.sources.keeps_csv_formulas = true
    assert.deepEqual(await cells(), formulas)
    app.environment.sources.keeps_csv_formulas = false
  })

  test('a header that a spreadsheet would run is made harmless, in the file of a container scan too', async () => {
    const { database } = app.environment.store
    const rename = (from: string, name: string) =>
      database
        .updateTable('fields')
        .set({ name })
        .where('container_id', '=', place.container)
        .where('name', '=', from)
        .execute()
    await rename('name', '=HYPERLINK("x")')
    const made = await makeAnomaly(app, place.container, [])
    await keepRecords(app, made, ['{"id":1,"=HYPERLINK(\\"x\\")":"=2"}'])
    const scan = (await app.ask('GET', `/api/anomalies/${made}`)).body.container_scan_id
    for (const path of [
      `anomalies/${made}/source-record/csv`,
      `container-scans/${scan}/source-records/download`,
    ]) {
      const { body } = await app.ask('GET', `/api/${path}`)
      const [header, row] = String(body).split('\r\n')
      assert.match(String(header), /^id,"'=HYPERLINK\(""x""\)"/)
      assert.match(String(row), /^1,'=2/)
    }
    await rename('=HYPERLINK("x")', 'name')
  })

  test('an Editor may see masked values; a limit cuts', async () => {
    const editor = await app.user('Member', { Editor: [place.datastore] })
    const { body } = await app.ask(
      'GET',
      `/api/anomalies/${id}/source-record/csv?include_masked=true&limit=2`,
      undefined,
      editor,
    )
    assert.deepEqual(body.split('\r\n').slice(1), [
      '12345678901234567890,"Ada, the ""first""",36',
      '2,,41',
      '',
    ])
  })

  test('without a limit all records come, more than are read at once', async () => {
    const many = await makeAnomaly(app, place.container, [])
    const records = Array.from({ length: 4321 }, (_, id) => JSON.stringify({ id, name: 'x', age: id }))
    await keepRecords(app, many, records)
    const { body } = await app.ask('GET', `/api/anomalies/${many}/source-record/csv`)
    const lines = body.split('\r\n')
    assert.deepEqual([lines.length, lines.at(-2)], [4323, '4320,x,***MASKED***'])
  })
})
