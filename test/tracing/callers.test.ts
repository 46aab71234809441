import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Tracing } from '../../src/kernel/tracing.ts'
import type { Worker } from '../../src/runtime/worker.ts'
import { openTracing } from '../../src/tracing/otlp.ts'
import { nameless, startFlowApp, type FlowApp } from '../flows/flow-stories.ts'
import { startCollector, type Collector } from '../harness/collector.ts'

const [trace, span] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
const called = `00-${trace}-${span}-01`

describe('the header traceparent', () => {
  let collector: Collector
  let app: FlowApp
  let tracing: Tracing
  let worker: Worker
  before(async () => {
    collector = await startCollector()
    app = await startFlowApp(1, 0)
  })
  after(async () => {
    await app.close()
    await collector.close()
  })
  beforeEach(() => {
    collector.spans.length = 0
    app.sink.received.length = 0
    tracing = openTracing({
      endpoint: collector.url,
      key: app.environment.secrets.derive('trace-ids'),
      version: '1.2.3',
      onLost: (sentence) => assert.fail(sentence),
    })
    app.environment.tracing = tracing
    worker = app.addWorker()
  })
  afterEach(() => worker.stop())

  /** The id of a run that was asked for with this header, once it has ended. */
  const asked = async (
    path: string,
    body: object,
    header: string,
    method: 'POST' | 'PUT' = 'POST',
  ): Promise<number> => {
    const headers = { 'content-type': 'application/json', traceparent: header }
    const { status, body: run } = await app.askRaw(method, path, JSON.stringify(body), headers)
    assert.equal(status, 200, JSON.stringify(run))
    await app.ended(run.id)
    return run.id
  }
  const spansOf = async (id: number) => {
    // A run is shown after its end is to be seen, by the worker that ended it.
    await worker.stop()
    await tracing.stop()
    const spans = collector.spans.filter(({ attributes }) => attributes['assay.operation.id'] === id)
    const [run, ...others] = spans.filter(({ name }) => name === 'scan')
    assert.ok(run && others.length === 0, 'the run is shown once')
    return { run, units: spans.filter(({ name }) => name === 'scan container') }
  }

  for (const [flags, header] of [
    ['is recorded', called],
    ['is not recorded', `00-${trace}-${span}-00`],
    ['is told by a later version', `cc-${trace}-${span}-01-more`],
  ] as const)
    test(`of a request makes the run a part of the caller's trace, also when that ${flags}`, async () => {
      const { datastore_id } = await nameless(app, 1)
      const { run, units } = await spansOf(
        await asked('/api/operations/run', { type: 'scan', datastore_id }, header),
      )
      assert.deepEqual([run.trace_id, run.parent_id], [trace, span])
      assert.ok(units.length > 0)
      for (const unit of units) assert.deepEqual([unit.trace_id, unit.parent_id], [trace, run.span_id])
    })

  test('of a request that repeats a run joins the trace of that request', async () => {
    const { datastore_id } = await nameless(app, 1)
    const first = await asked('/api/operations/run', { type: 'scan', datastore_id }, '')
    const { run } = await spansOf(await asked(`/api/operations/rerun/${first}`, {}, called, 'PUT'))
    assert.deepEqual([run.trace_id, run.parent_id], [trace, span])
  })

  for (const [what, header, caller] of [
    ['joins the trace of that request', called, trace],
    ['joins no trace when the header is wrong', `00-${trace}-${span}`, null],
  ] as const)
    test(`of an agent's request that starts a run ${what}`, async () => {
      const { datastore_id } = await nameless(app, 1)
      const params = { name: 'start_run', arguments: { type: 'scan', datastore_id } }
      const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      const { status, body } = await app.askRaw('POST', '/api/mcp', message, {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        traceparent: header,
      })
      assert.equal(status, 200, JSON.stringify(body))
      const { id } = JSON.parse(body.result.content[0].text)
      await app.ended(id)
      const { run } = await spansOf(id)
      assert.equal(run.parent_id, caller === null ? '' : span)
      assert.equal(run.trace_id === trace, caller !== null)
    })

  for (const header of [
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace}-${span}-01-more`,
    `ff-${trace}-${span}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${trace}-${span}`,
    `00-${trace}${span}-01`,
    'a word',
  ])
    test(`that is wrong is passed over: ${header}`, async () => {
      const { datastore_id } = await nameless(app, 1)
      const { run } = await spansOf(
        await asked('/api/operations/run', { type: 'scan', datastore_id }, header),
      )
      assert.equal(run.parent_id, '')
      assert.notEqual(run.trace_id, trace)
    })

  test('goes out with what flows tell of a run, and names that run', async () => {
    const source = await nameless(app, 1)
    const filter_datastores = [source.datastore_id]
    for (const trigger_type of ['operation', 'anomaly'])
      await app.flow({ trigger_type, filter_datastores, actions: [app.hook(trigger_type)] })
    const id = await asked('/api/operations/run', { type: 'scan', datastore_id: source.datastore_id }, called)
    await app.quiet()
    const { run } = await spansOf(id)
    const headers = app.sink.received.map(({ headers: received }) => received['traceparent'])
    assert.deepEqual(
      headers,
      [1, 2].map(() => `00-${trace}-${run.span_id}-01`),
    )
  })

  test('does not go out where nothing is traced, and with what is about no run', async () => {
    const byHand = await app.flow({ trigger_type: 'manual', actions: [app.hook('by hand')] })
    await app.ask('POST', `/api/flows/${byHand.id}/execute`)
    await app.executions(byHand, 1)
    app.environment.tracing = null
    const source = await nameless(app, 1)
    const filter_datastores = [source.datastore_id]
    await app.flow({ trigger_type: 'operation', filter_datastores, actions: [app.hook('a run')] })
    await app.scan(source)
    await app.quiet()
    assert.deepEqual(
      app.sink.received.map(({ headers }) => headers['traceparent']),
      [undefined, undefined],
    )
  })
})
