import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { startApp, type TestApp } from '../../harness/app.ts'
import { assertRefused } from '../../harness/contract.ts'
import { answering, startHttpSink, type HttpSink } from '../../harness/http-sink.ts'

describe('a test notification is refused', () => {
  let app: TestApp
  let sink: HttpSink
  before(async () => {
    sink = await startHttpSink()
    sink.answer = answering(200, { ok: true, channels: [{ name: 'general' }, { name: 'orders' }] })
    app = await startApp({
      ASSAY_ALLOWED_TARGETS: '127.0.0.1',
      ASSAY_SLACK_URL: sink.url,
      ASSAY_SLACK_BOT_TOKEN: 'a-bot-token',
      ASSAY_PAGERDUTY_URL: sink.url,
      ASSAY_PAGERDUTY_ROUTING_KEY: 'a-key',
    })
  })
  after(() => Promise.all([sink.close(), app.close()]))
  afterEach(() => {
    assert.equal(sink.received.filter(({ method }) => method === 'POST').length, 0, 'nothing is sent')
  })

  async function refused(sent: unknown): Promise<{ place: string; msg: string; type: string }[]> {
    const ask = () => app.ask('POST', '/api/flows/actions/notifications/test', sent)
    const { body } = await assertRefused(app, ask, 422, 'invalid')
    return body.detail.map(({ loc, ...rest }: { loc: string[]; msg: string; type: string }) => ({
      place: loc.join('.'),
      ...rest,
    }))
  }

  test('without type and message, naming both', async () => {
    assert.deepEqual((await refused({})).map(({ place, type }) => [place, type]).sort(), [
      ['body.tokenized_message', 'missing'],
      ['body.type', 'missing'],
    ])
  })

  test('with members of another type, or a blank message', async () => {
    for (const [sent, place] of [
      [{ type: 1, tokenized_message: 'hello' }, 'body.type'],
      [{ type: 'Webhook', tokenized_message: ['hello'] }, 'body.tokenized_message'],
      [{ type: 'Webhook', tokenized_message: ' ' }, 'body.tokenized_message'],
      [{ type: 'Webhook', tokenized_message: 'hello', parameters: 'url' }, 'body.parameters'],
      [{ type: 'Webhook', tokenized_message: 'hello', parameters: [] }, 'body.parameters'],
    ] as const) {
      assert.deepEqual(
        (await refused(sent)).map((violation) => violation.place),
        [place],
      )
    }
  })

  test('for a channel that is not in the specifications, naming those that are', async () => {
    for (const type of ['Pigeon', 'pagerduty', 'constructor', '']) {
      assert.deepEqual(await refused({ type, tokenized_message: 'hello', parameters: {} }), [
        {
          place: 'body.type',
          msg: 'type must be one of: Email, HttpAction, InApp, Jira, MSFT_Teams, OpenLineage, PagerDuty, ServiceNow, Slack, Webhook.',
          type: 'value_error',
        },
      ])
    }
  })

  test('with a user name or a password in an address, which would be shown to whoever sees the flow', async () => {
    for (const url of ['https://who:secret@example.com/hook', 'https://who@example.com/hook']) {
      const [violation] = await refused({
        type: 'Webhook',
        tokenized_message: 'hello',
        parameters: { url },
      })
      assert.equal(violation?.place, 'body.parameters.url')
      assert.match(violation.msg, /must not hold a user name or a password\.$/)
      assert.ok(!violation.msg.includes('secret'))
    }
  })

  test('without a required property, or with a blank one, naming it', async () => {
    for (const parameters of [undefined, null, {}, { channel: null }, { channel: ' ' }]) {
      assert.deepEqual(await refused({ type: 'Slack', tokenized_message: 'hello', parameters }), [
        { place: 'body.parameters.channel', msg: 'parameters.channel is required.', type: 'missing' },
      ])
    }
  })

  test('with a value that is none of the choices, naming them', async () => {
    for (const severity of ['fatal', 'Info', 'toString']) {
      assert.deepEqual(
        await refused({ type: 'PagerDuty', tokenized_message: 'hello', parameters: { severity } }),
        [
          {
            place: 'body.parameters.severity',
            msg: 'parameters.severity must be one of: info, warning, error, critical.',
            type: 'value_error',
          },
        ],
      )
    }
    assert.deepEqual(
      await refused({ type: 'Slack', tokenized_message: 'hello', parameters: { channel: 'nowhere' } }),
      [
        {
          place: 'body.parameters.channel',
          msg: 'parameters.channel must be one of: general, orders.',
          type: 'value_error',
        },
      ],
    )
  })

  test('with several misfits, naming each, and repeating none of the values', async () => {
    const violations = await refused({
      type: 'PagerDuty',
      tokenized_message: 'hello',
      parameters: { severity: 5, custom_details: ['s3cret'], routing_key: { key: 's3cret' } },
    })
    assert.deepEqual(
      violations.map(({ msg }) => msg),
      [
        'parameters.severity must be a string.',
        'parameters.custom_details must be an object.',
        'parameters.routing_key must be a string.',
      ],
    )
  })

  test('before the role is looked at', async () => {
    const member = await app.user('Member')
    const sent = { type: 'Pigeon', tokenized_message: 'hello' }
    const ask = () => app.ask('POST', '/api/flows/actions/notifications/test', sent, member)
    await assertRefused(app, ask, 422, 'invalid')
  })
})
