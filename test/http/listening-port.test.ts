import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takePort } from '../../src/http/listening-port.ts'

test('who asks before the service is ready gets 503 and is told to come again; the port is taken first', async () => {
  const listening = await takePort('127.0.0.1', 0)
  try {
    for (const path of ['/api/status', '/api/operations', '/console/']) {
      const early = await fetch(new URL(path, listening.url))
      assert.deepEqual([early.status, early.headers.get('retry-after')], [503, '1'])
      assert.deepEqual(await early.json(), {
        detail: 'The service is starting; try again shortly.',
        code: 'unavailable',
      })
    }
    const port = Number(new URL(listening.url).port)
    await assert.rejects(takePort('127.0.0.1', port), /is in use/)
    listening.open((_request, response) => response.end('ready'))
    assert.equal(await (await fetch(new URL('/api/status', listening.url))).text(), 'ready')
  } finally {
    await listening.stop()
  }
})
