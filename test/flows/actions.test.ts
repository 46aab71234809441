import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { wakeFlows } from '../../src/store/flows/flows.ts'
import { answering } from '../harness/http-sink.ts'
import { messagesOf, nameless, startFlowApp, type FlowApp } from './flow-stories.ts'

const [first, second] = ['7f1f0c5e-0000-4000-8000-000000000001', '7f1f0c5e-0000-4000-8000-000000000002']

describe('what flows do', () => {
  let app: FlowApp
  before(async () => void (app = await startFlowApp()))
  after(() => app.close())
  beforeEach(() => {
    app.sink.received.length = 0
    app.sink.answer = answering(200, '')
  })

  const execute = async (members: object) => {
    const flow = await app.flow({ trigger_type: 'manual', ...members })
    await app.ask('POST', `/api/flows/${flow.id}/execute`)
    return (await app.executions(flow, 1))[0]
  }
  const results = (execution: { action_executions: { result: string }[] }) =>
    execution.action_executions.map(({ result }) => result)

  test('a failure stops no sibling and skips what follows it, until what was not delivered is sent again', async () => {
    app.sink.answer = ({ text }, response) =>
      answering(text.includes('refused') ? 403 : 200, 'not you')(null as never, response)
    const execution = await execute({
      actions: [
        app.hook('refused', { uuid: first }),
        app.hook('later', { uuid: second, parent_action_uuid: first }),
        app.hook('last', { parent_action_uuid: second }),
        app.hook('sibling'),
      ],
    })
    assert.deepEqual(results(execution).toSorted(), ['failure', 'skipped', 'skipped', 'success'])
    const skipped = execution.action_executions.find(({ result }: { result: string }) => result === 'skipped')
    assert.equal(skipped.message, 'Not done, because the action before it ended with failure.')
    assert.deepEqual(
      [execution.result, execution.message],
      ['failure', '1 of 4 actions failed: The webhook answered 403: not you'],
    )
    assert.deepEqual(messagesOf(app.sink).toSorted(), ['refused', 'sibling'])
    const { body: undelivered } = await app.ask('GET', '/api/flows/executions?undelivered=true')
    assert.deepEqual(
      undelivered.items.map(({ id }: { id: number }) => id),
      [execution.id],
    )
    app.sink.answer = answering(200, '')
    assert.equal((await app.ask('POST', `/api/flows/executions/${execution.id}/resend`)).status, 200)
    const [again] = await app.executions(execution.flow, 1)
    assert.deepEqual([again.result, again.message], ['success', null])
    assert.deepEqual(results(again), ['success', 'success', 'success', 'success'])
    assert.deepEqual(messagesOf(app.sink).slice(2), ['refused', 'later', 'last'])
    const keys = app.sink.received
      .filter(({ text }) => text.includes('refused'))
      .map(({ headers }) => headers['idempotency-key'])
    assert.deepEqual([keys.length, new Set(keys).size], [2, 1])
  })

  test('what was muted is left out again when what it follows is sent again', async () => {
    app.sink.answer = answering(403, '')
    const execution = await execute({
      actions: [
        app.hook('refused', { uuid: first }),
        app.hook('muted', { uuid: second, parent_action_uuid: first, muted: true }),
        app.hook('last', { parent_action_uuid: second }),
      ],
    })
    assert.deepEqual(results(execution), ['failure', 'skipped', 'skipped'])
    app.sink.answer = answering(200, '')
    await app.ask('POST', `/api/flows/executions/${execution.id}/resend`)
    const [again] = await app.executions(execution.flow, 1)
    assert.deepEqual(results(again), ['success', 'skipped', 'success'])
    assert.deepEqual(messagesOf(app.sink), ['refused', 'refused', 'last'])
  })

  test('a run that fails ends its action and its execution with its message, and what follows is skipped', async () => {
    const source = await nameless(app, 1)
    source.remove('people.csv')
    const { datastore_id } = source
    const execution = await execute({
      actions: [
        { type: 'operation', uuid: first, operation: { type: 'scan', datastore_id } },
        app.hook('never', { parent_action_uuid: first }),
      ],
    })
    const [started, told] = execution.action_executions
    const { body: run } = await app.ask('GET', `/api/operations/${started.operation.id}`)
    assert.deepEqual([run.result, started.result, started.message], ['failure', 'failure', run.message])
    assert.deepEqual([told.result, execution.result], ['skipped', 'failure'])
    assert.deepEqual(messagesOf(app.sink), [])
  })

  test('a receiver that is busy is asked again after the time that it names', async () => {
    let asked = 0
    app.sink.answer = (_request, response) => {
      asked += 1
      if (asked === 1) response.writeHead(429, { 'retry-after': '2' }).end()
      else response.end()
    }
    const flow = await app.flow({ trigger_type: 'manual', actions: [app.hook('hello')] })
    await app.ask('POST', `/api/flows/${flow.id}/execute`)
    for (let pause: number | null = null; pause === null;) {
      const { rows } = await app.environment.store.pool.query<{ pause: number }>(
        `select extract(epoch from next_try - start_time)::float8 as pause from flow_action_executions
         where end_time is null and message is not null`,
      )
      pause = rows[0]?.pause ?? null
      if (pause !== null) assert.ok(pause >= 2, 'the pause that it asked for')
      else await delay(10)
    }
    assert.equal((await app.executions(flow, 1))[0].result, 'success')
    assert.equal(asked, 2)
  })

  test('a receiver that does not answer keeps no other one waiting', async () => {
    const open = new Set<ServerResponse>()
    app.sink.answer = ({ text }, response) => {
      if (!text.includes('mute')) return void response.end()
      open.add(response)
      response.on('close', () => void open.delete(response))
    }
    const mute = await app.flow({ trigger_type: 'manual', actions: [app.hook('mute')] })
    for (let count = 0; count < 20; count += 1) await app.ask('POST', `/api/flows/${mute.id}/execute`)
    while (open.size < 6) await delay(10)
    const execution = await execute({ actions: [app.hook('hello')] })
    assert.equal(execution.result, 'success')
    assert.ok(open.size <= 6, 'the others of the mute one wait for these, and nobody else does')
    app.sink.answer = answering(200, '')
    for (const response of open) response.end()
    assert.equal((await app.executions(mute, 20)).length, 20)
  })

  test('inactive anomalies are archived with tags and a comment, and a message tells how many', async () => {
    const source = await nameless(app, 3)
    await app.scan(source)
    const { pool } = app.environment.store
    const { rows } = await pool.query<{ id: number }>(
      `update anomalies set created = created - interval '40 days', last_detected = last_detected - interval '40 days'
       where datastore_id = $1 returning id`,
      [source.datastore_id],
    )
    const [talked, ...quiet] = rows.map(({ id }) => id)
    await app.ask('POST', `/api/anomalies/${talked}/comments`, { message: 'I look after it' })
    const anomaly = { action: 'archive', inactivity_days: 30, tags: ['stale'], comment: 'Nobody asked' }
    const told = '{{anomaly_count}} after {{ inactivity_timeframe }} days'
    const execution = await execute({
      actions: [{ type: 'anomaly', uuid: first, anomaly }, app.hook(told, { parent_action_uuid: first })],
    })
    assert.deepEqual(results(execution), ['success', 'success'])
    assert.deepEqual(messagesOf(app.sink), ['2 after 30 days'])
    for (const id of quiet) {
      const { body } = await app.ask('GET', `/api/anomalies/${id}`)
      assert.deepEqual(
        [body.status, body.global_tags[0].name, body.comments[0].message],
        ['Discarded', 'stale', 'Nobody asked'],
      )
    }
    assert.equal((await app.ask('GET', `/api/anomalies/${talked}`)).body.status, 'Active')
  })

  test('what a flow archives and tags sets off others, and neither that flow nor one that led to it', async () => {
    const source = await nameless(app, 3)
    await app.scan(source)
    const { rows } = await app.environment.store.pool.query<{ id: number }>(
      `update anomalies set created = created - interval '40 days', last_detected = last_detected - interval '40 days'
       where datastore_id = $1 returning id`,
      [source.datastore_id],
    )
    const filter_datastores = [source.datastore_id]
    const archiving = (name: string, tag: string, filter_tags: string[], more: object[] = []) =>
      app.flow({
        name,
        trigger_type: 'anomaly_status',
        filter_datastores,
        filter_tags,
        actions: [
          {
            type: 'anomaly',
            anomaly: { action: 'archive', inactivity_days: 30, filter_datastores, tags: [tag] },
          },
          ...more,
        ],
      })
    const begins = await archiving('Begins', 'stale', [])
    const goesOn = await archiving('Goes on', 'old', ['stale'], [app.hook('{{ target_link }}')])
    await app.ask('PUT', `/api/anomalies/${rows[0]?.id}`, { status: 'Acknowledged' })
    await app.quiet()
    assert.equal((await app.executions(begins, 1)).length, 1)
    assert.equal((await app.executions(goesOn, 2)).length, 2)
    assert.equal(app.sink.received.length, 2)
    for (const { id } of [begins, goesOn]) await app.ask('DELETE', `/api/flows/${id}`)
  })

  test('a service that takes a digest, among others, gets the request with one', async () => {
    app.sink.answer = ({ headers }, response) => {
      const challenges = [
        'Basic realm="all, of it"',
        'Digest realm="s", nonce="m", algorithm=SHA-512-256, Digest realm="r", nonce="n", qop="auth"',
        'Bearer',
      ]
      if (headers.authorization !== undefined) response.end()
      else response.writeHead(401, { 'www-authenticate': challenges }).end()
    }
    const parameters = {
      url: `${app.sink.url}/runs`,
      verb: 'PUT',
      auth_type: 'digest',
      username: 'ada',
      secret: 's3cret',
    }
    const message = '{"conf": {"a": 1}}'
    const action = {
      type: 'notification',
      notification_type: 'HttpAction',
      tokenized_message: message,
      parameters,
    }
    const execution = await execute({ actions: [action] })
    assert.equal(execution.result, 'success', execution.message)
    const [, request] = app.sink.received
    assert.deepEqual([request?.method, request?.text], ['PUT', message])
    assert.match(
      request?.headers.authorization ?? '',
      /^Digest username="ada", realm="r", nonce="n", uri="\/runs"/,
    )
    assert.doesNotMatch(JSON.stringify(execution), /s3cret/)
  })

  test('what leads to this machine is refused, and nothing is sent', async () => {
    const parameters = { url: `http://[::1]:${app.sink.port}/` }
    const execution = await execute({ actions: [app.hook('x', { parameters })] })
    assert.match(execution.action_executions[0].message, /is not a public host, so nothing was sent/)
    assert.equal(app.sink.received.length, 0)
  })
})

describe('a channel that may send two messages in a minute', () => {
  let app: FlowApp
  before(async () => {
    app = await startFlowApp(0)
    app.addKeeper({ messages_per_minute: 2 })
  })
  after(() => app.close())

  test('sends the others in the next minute, and holds up no other channel', async () => {
    const { pool } = app.environment.store
    const flow = await app.flow({ trigger_type: 'manual', actions: [app.hook('hello')] })
    for (let count = 0; count < 3; count += 1) await app.ask('POST', `/api/flows/${flow.id}/execute`)
    const waiting = async () => {
      const { rows } = await pool.query<{ minute: number }>(
        `select extract(epoch from next_try - (select began from flow_channel_minutes))::float8 as minute
         from flow_action_executions where end_time is null and next_try > clock_timestamp()`,
      )
      return rows.map(({ minute }) => minute)
    }
    while (app.sink.received.length < 2 || (await waiting()).length === 0) await delay(10)
    assert.deepEqual(await waiting(), [60])
    const told = await app.flow({
      trigger_type: 'manual',
      actions: [{ type: 'notification', notification_type: 'InApp', tokenized_message: 'hello' }],
    })
    await app.ask('POST', `/api/flows/${told.id}/execute`)
    assert.equal((await app.executions(told, 1))[0].result, 'success')
    assert.equal(app.sink.received.length, 2)
    // The minute is over.
    await pool.query(`update flow_channel_minutes set began = began - interval '1 minute'`)
    await pool.query('update flow_action_executions set next_try = clock_timestamp() where end_time is null')
    await wakeFlows(app.environment.store.database)
    await app.executions(flow, 3)
    assert.deepEqual(messagesOf(app.sink), ['hello', 'hello', 'hello'])
  })
})
