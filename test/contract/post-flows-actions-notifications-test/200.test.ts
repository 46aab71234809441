import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { startApp, type TestApp } from '../../harness/app.ts'
import { answering, startHttpSink, type HttpSink } from '../../harness/http-sink.ts'

const path = '/api/flows/actions/notifications/test'

describe('a test notification', () => {
  let sink: HttpSink
  let app: TestApp
  let manager: string
  before(async () => {
    sink = await startHttpSink()
    app = await startApp({
      ASSAY_SLACK_URL: `${sink.url}/api/`,
      ASSAY_SLACK_BOT_TOKEN: 'xoxb-s3cret',
      ASSAY_PAGERDUTY_URL: `${sink.url}/v2/enqueue`,
      ASSAY_PAGERDUTY_ROUTING_KEY: 'pd-s3cret',
      ASSAY_TEAMS_WEBHOOKS: `data=${sink.url}/teams?sig=s3cret`,
      ASSAY_ALLOWED_TARGETS: '127.0.0.1',
    })
    manager = await app.user('Manager')
  })
  beforeEach(() => {
    sink.received.length = 0
    sink.answer = answering(200, { ok: true, channels: [{ name: 'general' }] })
  })
  after(() => Promise.all([sink.close(), app.close()]))

  const send = (type: string, parameters?: unknown, tokenized_message = 'hello') =>
    app.ask('POST', path, { type, tokenized_message, parameters }, manager)
  const last = () => JSON.parse(sink.received.at(-1)?.text ?? '')

  test('opens an incident with severity info on the service of the settings, and confirms it to a Manager', async () => {
    sink.answer = answering(202, { status: 'success' })
    const { status, body } = await send('PagerDuty', {}, 'The flow {{flow_name}} says {{ nothing_known }}')
    assert.deepEqual([status, body], [200, { success: true, message: 'PagerDuty accepted the event.' }])
    const { routing_key, event_action, payload, dedup_key } = last()
    assert.deepEqual([routing_key, event_action, payload.severity], ['pd-s3cret', 'trigger', 'info'])
    assert.equal(payload.summary, 'The flow Example flow says {{ nothing_known }}')
    await send('PagerDuty', {})
    assert.notEqual(last().dedup_key, dedup_key, 'each test is an incident of its own')
  })

  test('takes severity, details and a routing key for another service; null and blank count as not given', async () => {
    await send('PagerDuty', { severity: 'error', custom_details: { a: 1 }, routing_key: 'other' })
    assert.deepEqual(
      [last().routing_key, last().payload.severity, last().payload.custom_details],
      ['other', 'error', { a: 1 }],
    )
    await send('PagerDuty', { severity: null, custom_details: null, routing_key: '', unknown: 1 })
    assert.deepEqual([last().routing_key, last().payload.severity], ['pd-s3cret', 'info'])
    assert.equal((await send('PagerDuty')).body.success, true)
    assert.equal((await send('PagerDuty', null)).body.success, true)
  })

  test('is posted into a chat channel, where values of tokens cannot call people', async () => {
    const { body } = await send(
      'Slack',
      { channel: 'general' },
      '<!here> *{{ flow_name }}* {{ target_link }}',
    )
    assert.deepEqual(body, { success: true, message: 'Slack posted the message into general.' })
    assert.equal(last().text, '<!here> *Example flow* https://assay.example/anomalies/1')
  })

  test('reaches Microsoft Teams and a webhook', async () => {
    assert.equal((await send('MSFT_Teams', { channel: 'data' })).body.success, true)
    assert.equal(last().attachments[0].content.body[0].text, 'hello')
    assert.equal((await send('Webhook', { url: `${sink.url}/hook` })).body.success, true)
    assert.equal(last().message, 'hello')
  })

  test('that a target refuses answers with its words, and without the secrets that it sent back', async () => {
    const secret = 'a "web" s3cret'
    sink.answer = (request, response) =>
      answering(400, `${request.text} ${encodeURIComponent(secret)} ${secret} no`)(request, response)
    const key = await send('PagerDuty', { routing_key: 'only "mine"' })
    assert.deepEqual([key.status, key.body.success], [200, false])
    assert.match(key.body.message, /^PagerDuty answered 400: \{"routing_key":"\*\*\*MASKED\*\*\*"/)
    assert.doesNotMatch(key.body.message, /mine/)
    const own = await send('PagerDuty')
    assert.doesNotMatch(own.body.message, /pd-s3cret/)
    const hook = await send('Webhook', { url: `${sink.url}/hook`, secret })
    assert.match(hook.body.message, /\*\*\*MASKED\*\*\* \*\*\*MASKED\*\*\* no$/)
    const short = await send('Webhook', { url: `${sink.url}/hook`, secret: 'w' })
    assert.match(short.body.message, /^The webhook answered 400: /)
    sink.answer = (request, response) =>
      answering(200, { ok: false, error: `${request.headers.authorization}\n${'x'.repeat(2000)}` })(
        request,
        response,
      )
    const slack = await send('Slack', { channel: 'general' })
    assert.match(slack.body.message, /^Slack refused the message: Bearer \*\*\*MASKED\*\*\* x+…$/)
    assert.ok(slack.body.message.length <= 500)
    assert.doesNotMatch(app.logged.join(), /s3cret/)
  })

  test('that cannot reach its target is an answer, not an error', async () => {
    const gone = await startHttpSink()
    await gone.close()
    const { status, body } = await send('Webhook', { url: gone.url })
    assert.deepEqual([status, body], [200, { success: false, message: '127.0.0.1 refused the connection.' }])
  })

  test('goes to no host that is not public and not allowed', async () => {
    for (const url of [
      `http://[::ffff:127.0.0.1]:${sink.port}/`,
      'http://169.254.169.254/',
      'http://10.0.0.1/',
    ]) {
      const closed = await startApp()
      const { status, body } = await closed.ask('POST', path, {
        type: 'Webhook',
        tokenized_message: 'hello',
        parameters: { url },
      })
      await closed.close()
      assert.deepEqual([status, body.success], [200, false])
      assert.match(body.message, /is not a public host, so nothing was sent; .*ASSAY_ALLOWED_TARGETS/)
    }
    assert.equal(sink.received.length, 0)
  })

  test('of a channel that is not configured says what to set', async () => {
    const plain = await startApp()
    for (const [type, parameters, setting] of [
      ['PagerDuty', {}, 'ASSAY_PAGERDUTY_ROUTING_KEY'],
      ['Slack', { channel: 'general' }, 'ASSAY_SLACK_BOT_TOKEN'],
      ['MSFT_Teams', { channel: 'general' }, 'ASSAY_TEAMS_WEBHOOKS'],
      ['Email', { emails: 'ada@example.com' }, 'ASSAY_SMTP_URL'],
    ] as const) {
      const { status, body } = await plain.ask('POST', path, { type, tokenized_message: 'hello', parameters })
      assert.deepEqual([status, body.success], [200, false])
      assert.ok(body.message.includes(setting), body.message)
    }
    await plain.close()
  })

  test('writes nothing, and answers without the prefix too', async () => {
    const before = await app.rows()
    const { status } = await app.ask('POST', path.replace('/api', ''), {
      type: 'Webhook',
      tokenized_message: 'hello',
      parameters: { url: sink.url },
    })
    assert.equal(status, 200)
    assert.equal(await app.rows(), before)
  })
})
