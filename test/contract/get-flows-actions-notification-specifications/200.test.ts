import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { startApp, type TestApp } from '../../harness/app.ts'
import { answering, startHttpSink, type HttpSink } from '../../harness/http-sink.ts'

const path = '/api/flows/actions/notification/specifications'

describe('the specifications of notification channels', () => {
  let sink: HttpSink
  let plain: TestApp
  let connected: TestApp
  before(async () => {
    sink = await startHttpSink()
    plain = await startApp()
    connected = await startApp({
      ASSAY_SLACK_URL: `${sink.url}/api/`,
      ASSAY_SLACK_BOT_TOKEN: 'xoxb-s3cret',
      ASSAY_PAGERDUTY_ROUTING_KEY: 'pd-s3cret',
      ASSAY_TEAMS_WEBHOOKS: 'data=https://teams.example/s3cret',
      ASSAY_ALLOWED_TARGETS: '127.0.0.1',
    })
  })
  beforeEach(() => {
    sink.received.length = 0
    sink.answer = answering(200, { ok: true, channels: [{ name: 'orders' }, { name: 'general' }] })
  })
  after(() => Promise.all([sink.close(), plain.close(), connected.close()]))

  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  const propertiesOf = (body: any, type: string) =>
    body.find((entry: { type: string }) => entry.type === type)?.properties

  test('name every channel to a Member, whether it is configured or not', async () => {
    const member = await plain.user('Member')
    for (const place of [path, path.replace('/api', '')]) {
      const { status, body } = await plain.ask('GET', place, undefined, member)
      assert.equal(status, 200)
      assert.deepEqual(
        body.map(({ type, display_name }: Record<string, string>) => [type, display_name]),
        [
          ['Email', 'Email'],
          ['HttpAction', 'HTTP Action'],
          ['InApp', 'In App'],
          ['Jira', 'Jira'],
          ['MSFT_Teams', 'Microsoft Teams'],
          ['OpenLineage', 'OpenLineage'],
          ['PagerDuty', 'PagerDuty'],
          ['ServiceNow', 'ServiceNow'],
          ['Slack', 'Slack'],
          ['Webhook', 'Webhook'],
        ],
      )
    }
  })

  test('describe the properties of the incident-alert channel', async () => {
    const { body } = await plain.ask('GET', path)
    const [severity, details, key, ...more] = propertiesOf(body, 'PagerDuty')
    assert.deepEqual(more, [])
    const { info, ...rest } = severity
    assert.match(info, /\.$/)
    assert.deepEqual(rest, {
      field: 'severity',
      map_to: 'parameters',
      required: false,
      title: 'Severity',
      type: 'enum',
      values: [
        { label: 'Info', value: 'info' },
        { label: 'Warning', value: 'warning' },
        { label: 'Error', value: 'error' },
        { label: 'Critical', value: 'critical' },
      ],
      default: 'info',
      secret: false,
    })
    assert.deepEqual(
      [details.field, details.type, details.title, details.required, details.secret, details.default],
      ['custom_details', 'object', 'Additional Details', false, false, null],
    )
    assert.deepEqual(
      [key.field, key.type, key.title, key.required, key.secret, key.default],
      ['routing_key', 'string', 'Routing Key Override', false, true, null],
    )
  })

  test('describe the property of the chat channel, without choices while no workspace is connected', async () => {
    const { body } = await plain.ask('GET', path)
    const [{ info, ...channel }, ...more] = propertiesOf(body, 'Slack')
    assert.deepEqual(more, [])
    assert.match(info, /\.$/)
    assert.deepEqual(channel, {
      field: 'channel',
      map_to: 'parameters',
      required: true,
      title: 'Channel',
      type: 'enum',
      values: [],
      default: null,
      secret: false,
      placeholder: 'general',
    })
  })

  test('offer the channels of the connected workspaces, asked for once a minute, and show no secret', async () => {
    const first = await connected.ask('GET', path)
    assert.deepEqual(propertiesOf(first.body, 'Slack')[0].values, [
      { label: '#general', value: 'general' },
      { label: '#orders', value: 'orders' },
    ])
    assert.deepEqual(propertiesOf(first.body, 'MSFT_Teams')[0].values, [{ label: 'data', value: 'data' }])
    assert.doesNotMatch(JSON.stringify(first.body), /s3cret/)
    const asked = sink.received.length
    const start = connected.clock.time.getTime()
    connected.clock.time = new Date(start + 59_999)
    await connected.ask('GET', path)
    assert.equal(sink.received.length, asked)
    connected.clock.time = new Date(start + 60_000)
    await connected.ask('GET', path)
    assert.equal(sink.received.length, asked + 1)
  })

  test('answer without choices, and log why, when the workspace does not answer', async () => {
    connected.clock.time = new Date(connected.clock.time.getTime() + 60_000)
    sink.answer = answering(502, 'Bad gateway')
    const { status, body } = await connected.ask('GET', path)
    assert.deepEqual([status, propertiesOf(body, 'Slack')[0].values], [200, []])
    assert.match(connected.logged.at(-1) ?? '', /not JSON/)
    assert.doesNotMatch(connected.logged.join(), /s3cret/)
  })
})
