import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { answering } from '../harness/http-sink.ts'
import { finish } from '../harness/runs.ts'
import { csv, type Source } from '../harness/working-app.ts'
import type { Loop } from '../../src/runtime/loop.ts'
import { messagesOf, nameless, startFlowApp, type FlowApp } from './flow-stories.ts'

describe('a flow that waits for the end of runs', () => {
  let app: FlowApp
  let source: Source
  const flows: { id: number }[] = []
  let keeper: Loop | null = null
  before(async () => {
    app = await startFlowApp(0, 0)
    source = await nameless(app, 1)
  })
  after(() => app.close())
  beforeEach(() => void (app.sink.received.length = 0))
  afterEach(async () => {
    await keeper?.stop()
    for (const { id } of flows.splice(0)) await app.ask('DELETE', `/api/flows/${id}`)
  })

  /** Tells how a run ended; `result`: only of those that ended so. */
  const telling = async (result: string | null = null): Promise<void> => {
    const { datastore_id } = source
    const flow = await app.flow({
      trigger_type: 'operation',
      filter_datastores: [datastore_id],
      filter_operation_result: result,
      actions: [app.hook(`${result ?? 'any'}: {{ operation_result }}, {{ operation_message }}`)],
    })
    flows.push(flow)
  }
  const resume = async (id: number, query = '') => {
    const { status, body } = await app.ask('PUT', `/api/operations/run/${id}${query}`)
    assert.deepEqual([status, body.result], [200, 'queued'])
  }

  test('tells of an abort and then of the end when a run is aborted only to be resumed', async () => {
    await telling()
    const id = await app.trigger(source, { type: 'scan' })
    await app.step()
    await resume(id, '?force_abort=true')
    keeper = app.addKeeper()
    await app.quiet()
    await finish(app)
    await app.quiet()
    assert.deepEqual(messagesOf(app.sink), ['any: aborted, ', 'any: success, '])
  })

  test('tells of a failure and of a success when the run was resumed before anybody was told', async () => {
    for (const result of ['failure', 'success']) await telling(result)
    const id = await app.trigger(source, { type: 'scan' })
    const content = 'id,name\n0,Ada\n'
    source.remove('people.csv')
    await finish(app)
    assert.equal((await app.ended(id)).result, 'failure')
    source.write({ 'people.csv': content })
    await resume(id)
    await finish(app)
    assert.equal((await app.ended(id)).result, 'success')
    keeper = app.addKeeper()
    await app.quiet()
    assert.deepEqual(messagesOf(app.sink).toSorted(), ['failure: failure, ', 'success: success, '])
  })

  test('tells of the failure in every attempt, also when the run goes on meanwhile', async () => {
    await telling()
    let refusals = 1
    app.sink.answer = (request, response) => {
      refusals -= 1
      answering(refusals >= 0 ? 503 : 200, '')(request, response)
    }
    keeper = app.addKeeper()
    const id = await app.trigger(source, { type: 'scan' })
    source.remove('people.csv')
    await finish(app)
    const { message } = await app.ended(id)
    while (app.sink.received.length === 0) await delay(10)
    await resume(id)
    await app.quiet()
    assert.deepEqual(messagesOf(app.sink), [`any: failure, ${message}`, 'any: failure, '])
  })

  test('tells of a container once when its scan was aborted and resumed, and again when more was found', async () => {
    const one = (id: number) => csv(['id', 'name'], [[id, null]])
    const parts = await app.source({ 'p_1.csv': one(1), 'p_2.csv': one(2), 'p_3.csv': one(3) })
    await app.check(parts, 'p_*.csv', { rule: 'notNull', fields: ['name'] })
    const flow = await app.flow({
      trigger_type: 'partition_scan',
      filter_datastores: [parts.datastore_id],
      actions: [app.hook('{{ anomaly_count }}')],
    })
    flows.push(flow)
    const abortAndResume = async (isTold: boolean) => {
      const id = await app.trigger(parts, { type: 'scan' })
      for (const kind of ['plan', 'container', 'partition']) assert.equal(await app.step(), kind)
      await app.ask('PUT', `/api/operations/abort/${id}`)
      if (isTold) await app.quiet()
      await resume(id)
      await finish(app)
    }
    await abortAndResume(false)
    keeper = app.addKeeper()
    await app.quiet()
    assert.deepEqual(messagesOf(app.sink), ['3'])
    await abortAndResume(true)
    await app.quiet()
    assert.deepEqual(messagesOf(app.sink), ['3', '1', '3'])
  })
})
