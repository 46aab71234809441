import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '../../harness/app.ts'
import { startHttpSink, type HttpSink } from '../../harness/http-sink.ts'

let app: TestApp
let sink: HttpSink
before(async () => {
  sink = await startHttpSink()
  app = await startApp({
    ASSAY_ALLOWED_TARGETS: '127.0.0.1',
    ASSAY_SLACK_URL: sink.url,
    ASSAY_SLACK_BOT_TOKEN: 'a-bot-token',
  })
})
after(() => Promise.all([sink.close(), app.close()]))

test('a Member may not send a test notification: nothing leaves the service and nothing is written', async () => {
  const member = await app.user('Member')
  const before = await app.rows()
  for (const [type, parameters] of [
    ['Webhook', { url: sink.url }],
    ['Slack', { channel: 'general' }],
  ]) {
    const { status, body } = await app.ask(
      'POST',
      '/api/flows/actions/notifications/test',
      { type, tokenized_message: 'hello', parameters },
      member,
    )
    assert.deepEqual(
      [status, body],
      [403, { detail: 'This needs the role Manager; you are Member.', code: 'forbidden' }],
    )
  }
  assert.equal(sink.received.length, 0)
  assert.equal(await app.rows(), before)
})
