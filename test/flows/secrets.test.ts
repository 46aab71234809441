import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createIntegrations } from '../../src/channels/integrations.ts'
import { loadConfig } from '../../src/config.ts'
import { startFlowApp, type FlowApp } from './flow-stories.ts'

/** Stands in every secret, whatever its form. */
const canary = 'kq7canary'
const routingKey = `${canary}0123456789abcdef0123456`

describe('secrets of actions', () => {
  let app: FlowApp
  before(async () => {
    app = await startFlowApp()
    const { inbox } = app.environment.integrations
    const settings = loadConfig({
      ASSAY_ALLOWED_TARGETS: '127.0.0.1',
      ASSAY_SLACK_URL: `${app.sink.url}/api`,
      ASSAY_SLACK_BOT_TOKEN: `xoxb-${canary}`,
      ASSAY_PAGERDUTY_URL: `${app.sink.url}/v2/enqueue`,
      ASSAY_PAGERDUTY_ROUTING_KEY: routingKey,
      ASSAY_TEAMS_WEBHOOKS: `general=${app.sink.url}/teams?sig=${canary}-in-settings`,
    })
    app.environment.integrations = { ...createIntegrations(settings), inbox }
  })
  after(() => app.close())

  const secret = `${canary}-of-an-action`
  const tell = (notification_type: string, parameters: object) => ({
    type: 'notification',
    notification_type,
    parameters,
    tokenized_message: 'hello',
  })
  const actionsAt = (url: string) => [
    tell('Slack', { channel: 'general' }),
    tell('MSFT_Teams', { channel: 'general' }),
    tell('PagerDuty', {}),
    tell('PagerDuty', { routing_key: routingKey.toUpperCase().replace('KQ7CANARY', canary) }),
    tell('Webhook', { url: `${url}/hook`, secret }),
    tell('Webhook', { url: `${url}/services/T01/${canary}-in-its-path?sig=${canary}-in-its-query` }),
    ...['basic', 'bearer', 'digest'].map((auth_type) =>
      tell('HttpAction', { url: `${url}/runs`, auth_type, username: 'ada', secret }),
    ),
  ]

  /** Everything that the service says of flows to somebody, and its log. */
  async function saidTo(token?: string): Promise<string> {
    const paths = [
      '/api/flows',
      '/api/flows/listing',
      '/api/flows/executions?size=1000',
      '/api/activity?size=1000',
      '/api/notifications',
      '/api/operations',
    ]
    const { body: flows } = await app.ask('GET', '/api/flows?size=1000', undefined, token)
    for (const { id } of flows.items) paths.push(`/api/flows/${id}`, `/api/flows/${id}/history`)
    const { body: done } = await app.ask('GET', '/api/flows/executions?size=1000', undefined, token)
    for (const { id } of done.items) paths.push(`/api/flows/executions/${id}`)
    const answers = await Promise.all(paths.map((path) => app.ask('GET', path, undefined, token)))
    return JSON.stringify(answers.map(({ body }) => body)) + app.logged.join()
  }

  const cases = {
    'that refuses and repeats the whole request': async () => {
      app.sink.answer = ({ method, path, headers, text }, response) => {
        const asked = headers.authorization === undefined && path === '/runs'
        if (asked) response.setHeader('www-authenticate', 'Digest realm="r", nonce="n", qop="auth"')
        response
          .writeHead(asked ? 401 : 403)
          .end(`${headers.authorization} ${path} ${headers['x-assay-signature']} ${method} ${text}`)
      }
      return app.sink.url
    },
    'that takes the message and repeats it': async () => {
      app.sink.answer = ({ path, headers, text }, response) =>
        void response.end(
          `{"ok": false, "error": "${headers.authorization} ${path} ${text.replaceAll('"', "'")}"}`,
        )
      return app.sink.url
    },
    'that may not be reached': async () => `http://[::1]:${app.sink.port}`,
  }
  for (const [receiver, arranged] of Object.entries(cases)) {
    test(`stand in nothing that is said of a receiver ${receiver}`, async () => {
      const flow = await app.flow({ trigger_type: 'manual', actions: actionsAt(await arranged()) })
      assert.equal((await app.ask('POST', `/api/flows/${flow.id}/execute`)).status, 200)
      const [execution] = await app.executions(flow, 1)
      assert.equal(execution.action_executions.length, actionsAt('').length)
      for (const token of [undefined, await app.user('Member')])
        assert.equal(spilled(await saidTo(token)), null)
    })
  }

  test('are not repeated by what refuses them', async () => {
    const wrong = [
      tell('Webhook', { url: `ftp://example.com/${canary}`, secret }),
      tell('HttpAction', { url: `http://ada:${canary}@example.com/`, secret, verb: canary }),
      tell('PagerDuty', { routing_key: [canary] }),
    ]
    for (const action of wrong) {
      const { body } = await app.ask('POST', '/api/flows', {
        name: 'Wrong',
        trigger_type: 'manual',
        actions: [action],
      })
      const { body: tried } = await app.ask('POST', '/api/flows/actions/notifications/test', {
        notification_type: action.notification_type,
        ...(action.parameters as object),
        message: 'hello',
      })
      assert.equal(spilled(JSON.stringify([body.detail, tried]) + app.logged.join()), null)
    }
  })
})

/** The surroundings of a canary, plain or as basic authentication writes it; addresses that a Manager gave are shown to Managers. */
function spilled(text: string): string | null {
  const shown = text.replaceAll(/"url":"[^"]*"/g, '')
  const basic = Buffer.from(`ada:${canary}-of-an-action`).toString('base64').slice(0, 12)
  const place = [canary, canary.toUpperCase(), basic].map((one) => shown.indexOf(one)).find((at) => at >= 0)
  return place === undefined ? null : shown.slice(Math.max(0, place - 200), place + 60)
}
