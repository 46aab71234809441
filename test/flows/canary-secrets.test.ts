import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createIntegrations } from '../../src/channels/create-integrations.ts'
import { loadConfig } from '../../src/config.ts'
import type { HttpSink } from '../harness/http-sink.ts'
import { startFlowApp, type FlowApp } from './flow-stories.ts'

/** Stands in every secret, and nowhere else. */
const mark = 'CANARY'
/** With the signs that JSON, addresses and pages write in another way. */
const secretOf = (name: string) => `${mark} "${name}" & <b>`
/** The mark inside any Base64, which writes it in one of three ways: what comes before and after shares a letter with it. */
const encodedMarks = [mark, `x${mark}`, `xx${mark}`].map((text, before) => {
  const end = Math.floor((text.length * 8) / 6)
  return Buffer.from(text)
    .toString('base64')
    .slice(before === 0 ? 0 : before + 1, end)
})
const around = (text: string) => text.slice(Math.max(0, text.indexOf(mark) - 100), text.indexOf(mark) + 40)
const isSeen = (text: string) => [mark, ...encodedMarks].some((one) => text.includes(one))

/** What a receiver does with all that it got: sends it back in every spelling that a server may use. */
function echoing(status: number): HttpSink['answer'] {
  return ({ method, path, headers, text }, response) => {
    const [scheme, login = ''] = (headers.authorization ?? '').split(' ')
    // These two do not send it, but the receiver knows it.
    const shared = path.startsWith('/services/') ? 'hook' : scheme === 'Digest' ? 'digest' : null
    const raw = [
      `Cannot ${method} ${path} ${decodeURIComponent(path)}`,
      headers.authorization ?? '',
      scheme === 'Basic' ? Buffer.from(login, 'base64').toString() : '',
      shared === null ? '' : secretOf(shared),
    ].join('|')
    const page = raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
    const said = `${raw}|${encodeURIComponent(raw)}|${page.replaceAll('>', '&gt;')}`
    response.writeHead(status, { location: `http://elsewhere.example${path}` })
    response.end(path.startsWith('/slack/') ? JSON.stringify({ ok: false, error: said }) : `${said}|${text}`)
  }
}

const withoutAddresses = (name: string, value: unknown) => (name === 'url' ? undefined : value)

type Answer = HttpSink['answer']

/** What receivers do, and how a flow ends that tells them; null: it tries again. Slack and Teams refuse inside an answer that accepts. */
const receivers: [string, Answer, 'failure' | null][] = [
  ['accept and send everything back', echoing(200), 'failure'],
  ['refuse and send everything back', echoing(403), 'failure'],
  ['lead to another host', echoing(307), 'failure'],
  ['are busy and send everything back', echoing(503), null],
  ['break off', (_request, response) => void response.socket?.destroy(), null],
]

describe('secrets of flows', () => {
  let app: FlowApp
  let member: string
  before(async () => {
    app = await startFlowApp()
    const { sink } = app
    const { inbox } = app.environment.integrations
    const settings = loadConfig({
      ASSAY_ALLOWED_TARGETS: '127.0.0.1',
      ASSAY_SLACK_URL: `${sink.url}/slack`,
      ASSAY_SLACK_BOT_TOKEN: `xoxb-${mark}-slack`,
      ASSAY_PAGERDUTY_URL: `${sink.url}/v2/enqueue`,
      ASSAY_PAGERDUTY_ROUTING_KEY: `${mark}-pager`,
      ASSAY_TEAMS_WEBHOOKS: `data=${sink.url}/workflows/${mark}-of-twenty-letters/run?sp=x&sig=${mark}-teams`,
    })
    app.environment.integrations = { ...createIntegrations(settings), inbox }
    member = await app.user('Member')
  })
  after(() => app.close())

  const notification = (notification_type: string, parameters: object) => ({
    type: 'notification',
    notification_type,
    tokenized_message: 'hello',
    parameters,
  })
  /** One action for every way in which a secret leaves the service. */
  const actionsTo = (site: string) => {
    const http = (auth_type: string) =>
      notification('HttpAction', {
        url: `${site}/runs`,
        auth_type,
        username: 'ada',
        secret: secretOf(auth_type),
      })
    return [
      notification('Webhook', {
        url: `${site}/services/${mark}-of-twenty-letters/in?token=${mark}%20token`,
        secret: secretOf('hook'),
      }),
      http('basic'),
      http('bearer'),
      http('digest'),
      notification('PagerDuty', { routing_key: secretOf('pager') }),
      notification('PagerDuty', {}),
      notification('Slack', { channel: 'general' }),
      notification('MSFT_Teams', { channel: 'data' }),
    ]
  }
  const challenged =
    (answer: Answer): Answer =>
    (request, response) => {
      const isAsked = request.path === '/runs' && request.headers.authorization === undefined
      if (!isAsked) return answer(request, response)
      response.writeHead(401, { 'www-authenticate': 'Digest realm="r", nonce="n", qop="auth"' }).end()
    }

  /** All that is told of flows, without the addresses that a Manager gets back as they were given. */
  const allTold = async (flow: { id: number }): Promise<string> => {
    const paths = [
      '/flows',
      '/flows/listing',
      `/flows/${flow.id}`,
      `/flows/${flow.id}/history`,
      `/flows/executions?flow=${flow.id}`,
      '/activity?size=1000',
      '/events?wait=false',
      '/notifications',
      '/configuration',
    ]
    const seen = []
    for (const path of paths) {
      const own = await app.ask('GET', `/api${path}`)
      assert.equal(own.status, 200, path)
      seen.push(JSON.stringify(own.body, withoutAddresses))
      seen.push(JSON.stringify((await app.ask('GET', `/api${path}`, undefined, member)).body))
    }
    return [...seen, ...app.logged].join('\n')
  }

  /** Waits until every action was tried; its execution. */
  const tried = async (flow: { id: number }) => {
    for (;;) {
      const { body } = await app.ask('GET', `/api/flows/executions?flow=${flow.id}`)
      const [execution] = body.items
      const parts: { message: string | null }[] = execution.action_executions
      if (parts.every(({ message }) => message !== null)) return execution
      await delay(20)
    }
  }

  for (const [what, answer, result] of receivers) {
    test(`are in no answer, log, execution or audit entry when the receivers ${what}`, async () => {
      app.sink.received.length = 0
      app.sink.answer = challenged(answer)
      const flow = await app.flow({ trigger_type: 'manual', actions: actionsTo(app.sink.url) })
      assert.ok(!isSeen(JSON.stringify(flow.actions.slice(1))))
      assert.equal((await app.ask('POST', `/api/flows/${flow.id}/execute`)).status, 200)
      const execution = await tried(flow)
      const told = await allTold(flow)
      if (result === null) await app.ask('POST', `/api/flows/executions/${execution.id}/abort`)
      const [ended] = await app.executions(flow, 1)
      if (result !== null) assert.equal(ended.result, result)
      const sent = app.sink.received.map(
        ({ path, headers, text }) => `${path} ${headers.authorization} ${text}`,
      )
      assert.ok(sent.filter(isSeen).length >= 5, 'the receivers do get them')
      if (what.endsWith('back')) assert.ok(told.includes('***MASKED***'))
      assert.deepEqual(
        [...told.split('\n'), JSON.stringify(ended, withoutAddresses)].filter(isSeen).map(around),
        [],
      )
    })
  }

  test('are in no refusal: of a target inside the house, of a flow that cannot be saved, of a change of the host', async () => {
    app.sink.answer = echoing(200)
    const flow = await app.flow({ trigger_type: 'manual', actions: actionsTo('http://[::1]:9').slice(0, 4) })
    assert.equal((await app.ask('POST', `/api/flows/${flow.id}/execute`)).status, 200)
    const [execution] = await app.executions(flow, 1)
    assert.match(execution.message, /4 of 4 actions failed: .* is not a public host, so nothing was sent/)
    assert.ok(!isSeen(await allTold(flow)))

    const [hook, basic] = actionsTo(app.sink.url)
    const again = flow.actions.map(({ uuid }: { uuid: string }, at: number) => ({
      ...actionsTo(app.sink.url)[at],
      uuid,
      parameters: { ...actionsTo(app.sink.url)[at]?.parameters, secret: '***MASKED***' },
    }))
    for (const [method, path, sent] of [
      ['PUT', `/api/flows/${flow.id}`, { actions: again }],
      [
        'POST',
        '/api/flows',
        { name: 'x', trigger_type: 'manual', actions: [hook, { ...basic, type: 'nothing' }] },
      ],
      [
        'POST',
        '/api/flows',
        {
          name: 'x',
          trigger_type: 'operation',
          actions: [{ ...hook, tokenized_message: '{{ unknown }}' }],
        },
      ],
      [
        'POST',
        '/api/flows',
        {
          name: 'x',
          trigger_type: 'manual',
          actions: [notification('HttpAction', { ...basic?.parameters, auth_type: secretOf('odd') })],
        },
      ],
      [
        'POST',
        '/api/flows',
        {
          name: 'x',
          trigger_type: 'manual',
          actions: [notification('Webhook', { url: `http://ada:${mark}@hook.example/` })],
        },
      ],
    ] as const) {
      const { status, body } = await app.ask(method, path, sent)
      assert.equal(status, 422, JSON.stringify(body))
      assert.ok(!isSeen(JSON.stringify(body)), JSON.stringify(body))
    }
    const { body: tested } = await app.ask('POST', '/api/flows/actions/notifications/test', {
      ...hook,
      type: 'Webhook',
    })
    assert.match(tested.message, /accepted/)
    assert.ok(!isSeen(app.logged.join()))
  })

  test('are in no table of the state as they are, but for addresses', async () => {
    const { pool } = app.environment.store
    const { rows: tables } = await pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`,
    )
    assert.ok(tables.some(({ name }) => name === 'audit_logs'))
    const wanted = `'${[mark, ...encodedMarks].join('|')}'`
    const seen: string[] = []
    for (const { name } of tables) {
      const row = name === 'flow_actions' ? `one.settings #- '{parameters,url}'` : 'one.*'
      const { rows } = await pool.query(`select 1 from ${name} one where (${row})::text ~ ${wanted} limit 1`)
      if (rows.length > 0) seen.push(name)
    }
    assert.deepEqual(seen, [])
  })
})
