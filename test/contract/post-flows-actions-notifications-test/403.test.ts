import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '../../harness/app.ts'
import { assertRefused } from '../../harness/contract.ts'
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
  for (const [type, parameters] of [
    ['Webhook', { url: sink.url }],
    ['Slack', { channel: 'general' }],
  ]) {
    const sent = { type, tokenized_message: 'hello', parameters }
    const ask = () => app.ask('POST', '/api/flows/actions/notifications/test', sent, member)
    const { body } = await assertRefused(app, ask, 403, 'forbidden')
    assert.equal(body.detail, 'This needs the role Manager; you are Member.')
  }
  assert.equal(sink.received.length, 0)
})
