import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createIntegrations } from '../../src/channels/integrations.ts'
import { channels } from '../../src/channels/registry.ts'
import { loadConfig } from '../../src/config.ts'
import { readParameters } from '../../src/services/notifications/parameters.ts'
import { answering, startHttpSink, type HttpSink } from '../harness/http-sink.ts'
import { vendorDocuments } from '../harness/vendor-documents.ts'

/** Texts at which a careless cut breaks a limit or a character. */
const texts = {
  short: 'orders: 3 rows have no customer',
  'of many lines': '\n first \r\nsecond\n',
  'as long as the shortest limits': 'x'.repeat(160),
  'with a pair of surrogates at every limit': '😀'.repeat(50_001),
  'with one at every other limit': `a${'😀'.repeat(50_001)}`,
  'long, with signs that JSON escapes': '"\u0001\\'.repeat(40_000),
  'long, of three bytes a sign': '語'.repeat(300_000),
}

const parametersOf = (url: string): Record<string, Record<string, unknown>> => ({
  Slack: { channel: 'general' },
  PagerDuty: { severity: 'critical', custom_details: { team: 'data' } },
  MSFT_Teams: { channel: 'general' },
  Jira: { url, username: 'ada@example.com', api_token: 'a-token', project: 'DATA' },
  ServiceNow: { url, secret: 'a-token', urgency: '1' },
})

describe('requests to services outside', () => {
  let web: HttpSink
  before(async () => void (web = await startHttpSink()))
  after(() => web.close())

  for (const [type, { objections, documents }] of Object.entries(vendorDocuments)) {
    for (const [kind, text] of Object.entries(texts)) {
      test(`${type} is sent a text that is ${kind} as ${new URL(documents[0] ?? '').host} has it`, async () => {
        web.received.length = 0
        web.answer = answering(200, { ok: true, issues: [], result: [] })
        const channel = channels.find(type) ?? assert.fail(`no channel ${type}`)
        const settings = loadConfig({
          ASSAY_ALLOWED_TARGETS: '127.0.0.1',
          ASSAY_SLACK_URL: `${web.url}/api`,
          ASSAY_SLACK_BOT_TOKEN: 'a-bot-token',
          ASSAY_PAGERDUTY_URL: `${web.url}/v2/enqueue`,
          ASSAY_PAGERDUTY_ROUTING_KEY: '0123456789abcdef0123456789abcdef',
          ASSAY_TEAMS_WEBHOOKS: `general=${web.url}/general`,
        })
        const inbox = { post: async () => {} }
        const delivery_id = '7f1f0c5e-0000-4000-8000-000000000001'
        const parameters = readParameters(channel, parametersOf(web.url)[type] ?? {})
        await channel.deliver({ text, delivery_id }, parameters, { ...createIntegrations(settings), inbox })
        assert.ok(web.received.length > 0)
        for (const request of web.received) assert.deepEqual(objections(request), [])
      })
    }
  }

  test('a service that is busy for Slack’s own reasons is asked again, and one that refuses the message is not', async () => {
    const channel = channels.find('Slack') ?? assert.fail()
    const settings = loadConfig({
      ASSAY_ALLOWED_TARGETS: '127.0.0.1',
      ASSAY_SLACK_URL: `${web.url}/api`,
      ASSAY_SLACK_BOT_TOKEN: 'a-bot-token',
    })
    const retries: unknown[] = []
    for (const error of ['ratelimited', 'service_unavailable', 'not_in_channel']) {
      web.answer = answering(200, { ok: false, error })
      const { retry } = await channel.deliver(
        { text: 'hello', delivery_id: 'one' },
        { channel: 'general' },
        { ...createIntegrations(settings), inbox: { post: async () => {} } },
      )
      retries.push(retry)
    }
    assert.deepEqual(retries, [{ after_seconds: null }, { after_seconds: null }, undefined])
  })
})
