import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('POST /containers/{id}/scan', (app) => {
  test('refuses a file of 2 GB by its announced length, before any of it is sent', async () => {
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.server.address() as AddressInfo
    const token = await app.user('Admin')
    const sent = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/containers/1/scan',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 2 * 1024 ** 3,
      },
    })
    sent.on('error', () => undefined)
    sent.flushHeaders()
    const [response] = await once(sent, 'response')
    assert.equal(response.statusCode, 413)
    sent.destroy()
  })

  test('refuses a file that does not say how long it is as soon as it is too long', async () => {
    app.environment.sources.upload_mb = 1
    const { container } = await makePeople(app)
    const { port } = app.server.server.address() as AddressInfo
    const sent = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/api/containers/${container}/scan`,
      headers: {
        authorization: `Bearer ${await app.user('Admin')}`,
        'content-type': 'multipart/form-data; boundary=x',
        'transfer-encoding': 'chunked',
      },
    })
    let bytes = 0
    const rows = Buffer.from('1,Ada,36\n'.repeat(8000))
    const file = function* () {
      yield '--x\r\ncontent-disposition: form-data; name="file"; filename="people.csv"\r\n\r\nid,name,age\n'
      for (; bytes < 2 * 1024 ** 3; bytes += rows.length) yield rows
    }
    const answered = once(sent, 'response')
    // The server hangs up in the middle of the file.
    await pipeline(file, sent).catch(() => undefined)
    const [response] = await answered
    assert.equal(response.statusCode, 413)
    assert.ok(bytes < 100 * 1024 ** 2, `${bytes} bytes were taken`)
  })
})
