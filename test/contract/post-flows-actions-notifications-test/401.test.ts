import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '../../harness/app.ts'
import { startHttpSink, type HttpSink } from '../../harness/http-sink.ts'

let app: TestApp
let sink: HttpSink
before(async () => {
  sink = await startHttpSink()
  app = await startApp({ ASSAY_ALLOWED_TARGETS: '127.0.0.1' })
})
after(() => Promise.all([sink.close(), app.close()]))

test('a test notification needs a valid token; without one nothing is sent and nothing written', async () => {
  const before = await app.rows()
  for (const token of [null, 'nobody']) {
    const { status, body } = await app.ask(
      'POST',
      '/api/flows/actions/notifications/test',
      { type: 'Webhook', tokenized_message: 'hello', parameters: { url: sink.url } },
      token,
    )
    assert.deepEqual([status, body.code], [401, 'unauthenticated'])
  }
  assert.equal(sink.received.length, 0)
  assert.equal(await app.rows(), before)
})
