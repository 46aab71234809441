import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Channel } from '../../src/channels/channel.ts'
import { createIntegrations } from '../../src/channels/create-integrations.ts'
import jira from '../../src/channels/jira.channel.ts'
import teams from '../../src/channels/msft-teams.channel.ts'
import pagerDuty from '../../src/channels/pager-duty.channel.ts'
import serviceNow from '../../src/channels/service-now.channel.ts'
import slack from '../../src/channels/slack.channel.ts'
import { loadConfig } from '../../src/config.ts'
import { readParameters } from '../../src/services/notifications/parameters.ts'
import { answering, startHttpSink, type HttpSink } from '../harness/http-sink.ts'
import { startJira, startServiceNow, type TicketSystem } from '../harness/ticket-systems.ts'
import { pagerDutyEvents, slackApi, slackToken, teamsWorkflow } from '../harness/vendor-receivers.ts'

/** A letter of two units at every place where a limit may cut it: behind texts of even and of odd length. */
const emoji = '🧭'
const long = (before: string) => `${before}${emoji.repeat(30_000)}`
const texts = {
  'a line': 'orders: 3 rows have no customer',
  'several lines in many letters': 'orders – “naïve” 顧客\n\t"quoted" \\ back <b> & more 🧭',
  'more than any of them takes': long(''),
  'more than any of them takes, one letter on': long('x'),
}

describe('services that refuse what their documents say', () => {
  const receivers = { slack: [] as string[], teams: [] as string[], pagerDuty: new Map<string, string>() }
  let sinks: HttpSink[]
  let systems: { jira: TicketSystem; serviceNow: TicketSystem }
  let settings: Record<string, string>
  before(async () => {
    sinks = await Promise.all([startHttpSink(), startHttpSink(), startHttpSink()])
    systems = { jira: await startJira(), serviceNow: await startServiceNow() }
    const [ofSlack, ofPagerDuty, ofTeams] = sinks
    if (!ofSlack || !ofPagerDuty || !ofTeams) assert.fail()
    ofSlack.answer = slackApi({ channels: ['general'], posted: receivers.slack })
    ofPagerDuty.answer = pagerDutyEvents(receivers.pagerDuty)
    ofTeams.answer = teamsWorkflow(receivers.teams)
    settings = {
      ASSAY_SLACK_URL: `${ofSlack.url}/api`,
      ASSAY_SLACK_BOT_TOKEN: slackToken,
      ASSAY_PAGERDUTY_URL: `${ofPagerDuty.url}/v2/enqueue`,
      ASSAY_PAGERDUTY_ROUTING_KEY: '0123456789abcdef0123456789abcdef',
      ASSAY_TEAMS_WEBHOOKS: `data=${ofTeams.url}/workflows/1?sig=2`,
      ASSAY_ALLOWED_TARGETS: '127.0.0.1',
    }
  })
  after(() => Promise.all([...sinks, systems.jira.sink, systems.serviceNow.sink].map((sink) => sink.close())))

  let deliveries = 0
  const deliver = (
    channel: Channel,
    parameters: object,
    text = 'hello',
    changed: Record<string, string> = {},
  ) =>
    channel.deliver(
      { text, delivery_id: `delivery-${(deliveries += 1)}` },
      readParameters(channel, { ...parameters }),
      {
        ...createIntegrations(loadConfig({ ...settings, ...changed })),
        inbox: { post: async () => undefined },
      },
    )
  const login = { username: 'ada@example.com' }
  const ofJira = (more: object = {}) => ({
    ...login,
    url: systems.jira.sink.url,
    api_token: 'CANARY-token',
    project: 'DATA',
    ...more,
  })
  const ofServiceNow = () => ({ ...login, url: systems.serviceNow.sink.url, secret: 'CANARY-token' })

  for (const [what, text] of Object.entries(texts)) {
    test(`all take ${what}`, async () => {
      for (const outcome of [
        await deliver(slack, { channel: 'general' }, text),
        await deliver(pagerDuty, { severity: 'warning', custom_details: { team: 'data' } }, text),
        await deliver(teams, { channel: 'data' }, text),
        await deliver(jira, ofJira({ issue_type: 'Bug', priority: 'High' }), text),
        await deliver(serviceNow, ofServiceNow(), text),
      ])
        assert.ok(outcome.success, outcome.message)
      const start = text.slice(0, 1000)
      assert.ok(receivers.slack.at(-1)?.startsWith(start))
      assert.ok(receivers.teams.at(-1)?.startsWith(start))
      assert.ok([...receivers.pagerDuty.values()].at(-1)?.startsWith(start))
      for (const { tickets } of Object.values(systems))
        assert.ok(String(tickets.at(-1)?.fields['description']).startsWith(start))
    })
  }

  test('are asked again when Slack is busy for reasons of its own, and not when it refuses the message', async () => {
    const [ofSlack] = sinks
    assert.ok(ofSlack)
    const { answer } = ofSlack
    const retries: unknown[] = []
    for (const error of ['ratelimited', 'service_unavailable', 'not_in_channel']) {
      ofSlack.answer = answering(200, { ok: false, error })
      retries.push((await deliver(slack, { channel: 'general' })).retry)
    }
    ofSlack.answer = answer
    assert.deepEqual(retries, [{ after_seconds: null }, { after_seconds: null }, undefined])
  })

  test('make no ticket where Jira answers with what is no key of an issue, as its path would lead elsewhere', async () => {
    const sink = await startHttpSink()
    for (const key of ['../../rest/api/2/myself?', 'DATA-1/transitions', 'data-1', 17, null]) {
      sink.answer = answering(201, { issues: [], key })
      const outcome = await deliver(jira, ofJira({ url: sink.url }))
      assert.deepEqual(
        [outcome.success, outcome.message, outcome.ticket],
        [false, 'Jira answered without the key of an issue.', undefined],
        String(key),
      )
    }
    await sink.close()
  })

  test('are quoted where they refuse', async () => {
    const refusals: [Promise<{ success: boolean; message: string }>, RegExp][] = [
      [deliver(slack, { channel: 'nowhere' }), /the workspace has no such channel/],
      [deliver(slack, { channel: 'general' }, ' '), /Slack refused the message: no_text/],
      [
        deliver(slack, { channel: 'general' }, 'x', { ASSAY_SLACK_BOT_TOKEN: 'old' }),
        /ASSAY_SLACK_BOT_TOKEN is not a valid token/,
      ],
      [deliver(pagerDuty, { routing_key: 'short' }), /answered 400: .*should be 32 characters/],
      [deliver(pagerDuty, {}, ''), /answered 400: .*payload.summary/],
      [deliver(pagerDuty, { custom_details: { log: 'x'.repeat(512 * 1024) } }), /PagerDuty answered 413/],
      [deliver(jira, ofJira({ project: 'NOPE' })), /Jira answered 400: .*valid project is required/],
      [deliver(jira, ofJira({ issue_type: 'Poem' })), /Specify a valid issue type/],
      [deliver(jira, ofJira({ priority: 'Whatever' })), /The priority selected is invalid/],
      [deliver(jira, ofJira(), '\n'), /The summary is invalid/],
      [deliver(jira, ofJira({ api_token: 'old' })), /Jira answered 401/],
      [
        deliver(serviceNow, { ...ofServiceNow(), secret: 'old' }),
        /ServiceNow answered 401: .*User Not Authenticated/,
      ],
    ]
    for (const [outcome, sentence] of refusals) {
      const { success, message } = await outcome
      assert.deepEqual([success, sentence.test(message)], [false, true], message.slice(0, 300))
    }
  })
})
