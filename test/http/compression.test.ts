import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describeContract } from '../harness/contract.ts'
import { keepRecords, makeAnomaly, makePeople } from '../harness/factories.ts'

describeContract('Answers are compressed', (app) => {
  let anomaly = 0
  let admin = ''
  before(async () => {
    const { container } = await makePeople(app)
    anomaly = await makeAnomaly(app, container, [])
    await keepRecords(app, anomaly, [`{"id":1,"name":"${'Ada '.repeat(500)}","age":36}`])
    admin = await app.user('Admin')
  })
  const get = (url: string, accepted: string) =>
    app.server.inject({ url, headers: { authorization: `Bearer ${admin}`, 'accept-encoding': accepted } })

  test('where the client accepts it and they are JSON of more than a kilobyte, and say the same', async () => {
    const plain = await get('/api/users/me', '')
    const large = await get('/api/openapi.json', '')
    for (const [accepted, encoding, open] of [
      ['gzip', 'gzip', gunzipSync],
      ['gzip, br', 'br', brotliDecompressSync],
    ] as const) {
      const answer = await get('/api/openapi.json', accepted)
      assert.equal(answer.headers['content-encoding'], encoding)
      assert.match(String(answer.headers['vary']), /accept-encoding/i)
      assert.ok(answer.rawPayload.length < large.rawPayload.length / 5)
      assert.equal(open(answer.rawPayload).toString(), large.body)
    }
    const small = await get('/api/users/me', 'gzip, br')
    assert.deepEqual([small.headers['content-encoding'], small.body], [undefined, plain.body])
    assert.equal((await get('/api/openapi.json', 'identity')).headers['content-encoding'], undefined)
  })

  test('but not files to save, which go out piece by piece', async () => {
    const csv = await get(`/api/anomalies/${anomaly}/source-record/csv`, 'gzip, br')
    assert.deepEqual([csv.statusCode, csv.headers['content-encoding']], [200, undefined])
    assert.ok(csv.body.length > 1024)
  })

  test('and a compressed body is refused with what to do', async () => {
    const { statusCode, body } = await app.server.inject({
      method: 'POST',
      url: '/api/global-tags',
      headers: {
        authorization: `Bearer ${admin}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      payload: Buffer.from([0x1f, 0x8b, 8, 0, 0]),
    })
    assert.equal(statusCode, 415)
    assert.match(body, /Content-Encoding: gzip.*send it as it is/)
  })
})
