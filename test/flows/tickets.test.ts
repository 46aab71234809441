import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import jira from '../../src/channels/jira.channel.ts'
import { startJira, startServiceNow, type TicketSystem } from '../harness/ticket-systems.ts'
import type { Source } from '../harness/working-app.ts'
import { nameless, startFlowApp, type FlowApp } from './flow-stories.ts'

describe('tickets for anomalies', () => {
  let app: FlowApp
  let systems: { Jira: TicketSystem; ServiceNow: TicketSystem }
  before(async () => {
    app = await startFlowApp()
    systems = { Jira: await startJira(), ServiceNow: await startServiceNow() }
  })
  after(async () => {
    await Promise.all(Object.values(systems).map(({ sink }) => sink.close()))
    await app.close()
  })

  const login = { Jira: 'api_token', ServiceNow: 'secret' }
  type System = keyof typeof login
  const action = (system: System, parameters: object, members: object = {}) => ({
    type: 'notification',
    notification_type: system,
    parameters: {
      url: `${systems[system].sink.url}/`,
      username: 'ada@example.com',
      [login[system]]: 'CANARY-token',
      ...parameters,
    },
    ...members,
  })
  const flowOf = (source: Source, trigger_type: string, ...actions: object[]) =>
    app.flow({ trigger_type, filter_datastores: [source.datastore_id], actions })
  const anomaliesOf = async (source: Source) =>
    (await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}&archived=include`)).body.items

  const cases: [System, object, object, string][] = [
    ['Jira', { project: 'DATA', priority: 'High' }, { target_status: 'done' }, 'Done'],
    ['ServiceNow', { urgency: '1' }, { target_status: 'Resolved', close_code: 'Solved' }, 'Resolved'],
  ]
  for (const [system, creation, change, settled] of cases) {
    test(`are made in ${system} once, also when it breaks off after it took one, and get the status of the flow`, async () => {
      const { tickets, sink, breakOffOnce } = systems[system]
      const source = await nameless(app, 2)
      const message = '{{ anomaly_message }} in {{ container_name }}\nSee {{ target_link }}'
      const make = await flowOf(source, 'anomaly', action(system, creation, { tokenized_message: message }))
      const settle = await flowOf(source, 'anomaly_status', action(system, { action: 'update', ...change }))
      breakOffOnce()
      await app.scan(source)
      await app.executions(make, 2)
      assert.equal(tickets.length, 2)
      const title = tickets[0]?.fields[system === 'Jira' ? 'summary' : 'short_description']
      assert.equal(title, '`name` has no value. in people.csv')
      assert.match(String(tickets[0]?.fields['description']), /\nSee \/api\/anomalies\/\d+$/)
      const anomalies = await anomaliesOf(source)
      assert.deepEqual(
        anomalies
          .flatMap(({ tickets: noted }: { tickets: { system: string; key: string }[] }) => noted)
          .map(({ system, key }: { system: string; key: string }) => `${system} ${key}`)
          .sort(),
        tickets.map(({ key }) => `${system} ${key}`).sort(),
      )
      const [{ id, tickets: own }] = anomalies
      assert.ok(own[0].url.startsWith(`${sink.url}/`))
      await app.ask('PUT', `/api/anomalies/${id}`, { status: 'Acknowledged' })
      const [execution] = await app.executions(settle, 1)
      assert.equal(execution.result, 'success', execution.message)
      assert.deepEqual(
        tickets.map(({ key, status }) => (key === own[0].key ? status : 'untouched')).sort(),
        [settled, 'untouched'].sort(),
      )
      assert.notEqual(tickets.find(({ key }) => key !== own[0].key)?.status, settled)
      for (const flow of [make, settle]) await app.ask('DELETE', `/api/flows/${flow.id}`)
    })
  }

  test('keep their secrets out of flows, executions, the audit log and the log', async () => {
    const answers = await Promise.all(
      ['/api/flows', '/api/flows/executions', '/api/activity?size=1000', '/api/anomalies'].map((path) =>
        app.ask('GET', path),
      ),
    )
    const said = JSON.stringify(answers.map(({ body }) => body)) + app.logged.join()
    assert.match(said, /The issue DATA-\d+ was/)
    assert.doesNotMatch(said, /CANARY/)
    assert.ok(!said.includes(Buffer.from('ada@example.com:CANARY-token').toString('base64')))
  })

  test('are refused in flows that are not about anomalies', async () => {
    const { status, body } = await app.ask('POST', '/api/flows', {
      name: 'Wrong',
      trigger_type: 'operation',
      actions: [action('Jira', { project: 'DATA' })],
    })
    assert.equal(status, 422)
    assert.match(
      JSON.stringify(body),
      /keeps tickets of anomalies: it needs a new anomaly or a change of status of an anomaly as the trigger/,
    )
  })

  test('are looked for in a Jira of one’s own by its own search, and say which status is possible', async (t) => {
    const own = await startJira({ isCloud: false })
    t.after(() => own.sink.close())
    const { integrations } = app.environment
    const parameters = {
      url: own.sink.url,
      username: 'ada@example.com',
      api_token: 'CANARY-token',
      issue_type: 'Task',
      priority: null,
    }
    const create = { ...parameters, action: 'create', project: 'DATA', target_status: null }
    const message = { text: 'orders are late', delivery_id: '5f0c' }
    const first = await jira.deliver(message, create, integrations)
    const again = await jira.deliver(message, create, integrations)
    assert.deepEqual([first.ticket, own.tickets.length], [again.ticket, 1])
    const move = { ...parameters, action: 'update', project: null, target_status: 'Closed' }
    const outcome = await jira.deliver(
      { ...message, tickets: first.ticket ? [first.ticket] : [] },
      move,
      integrations,
    )
    assert.deepEqual(outcome, {
      success: false,
      message: 'DATA-1 cannot be moved to Closed from where it is, only to: In Progress, Done.',
    })
  })
})
