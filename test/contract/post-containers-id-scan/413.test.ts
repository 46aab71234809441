import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

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
})
