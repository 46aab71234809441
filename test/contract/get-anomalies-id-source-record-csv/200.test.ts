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
