import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { within } from '../../src/access/within.ts'
import type { Tracing } from '../../src/kernel/tracing.ts'
import { abortOperation } from '../../src/runs/control/abort.ts'
import { openTracing } from '../../src/tracing/otlp.ts'
import { startCollector, type Collector, type ReceivedSpan } from '../harness/collector.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

describe('the trace of a run', () => {
  let collector: Collector
  let app: WorkingApp
  let tracing: Tracing
  let warnings: string[]
  before(async () => {
    collector = await startCollector()
    app = await startWorkingApp({ workers: 0 })
  })
  after(async () => {
    await app.close()
    await collector.close()
  })
  beforeEach(() => {
    warnings = []
    collector.answer = null
    collector.spans.length = 0
    tracing = opened()
    app.environment.tracing = tracing
  })
  // What waits would be sent in the middle of the next test.
  afterEach(() => tracing.stop())

  const opened = (url = collector.url): Tracing =>
    openTracing({
      endpoint: url,
      key: app.environment.secrets.derive('trace-ids'),
      version: '1.2.3',
      onLost: (sentence) => warnings.push(sentence),
    })
  /** What was received once all was sent. */
  const received = async (): Promise<ReceivedSpan[]> => {
    await tracing.stop()
    return collector.spans
  }
  const orders = 'id,note\n1,canary-in-a-cell\n2,\n'
  const untilDone = async () => {
    while (await app.step()) continue
  }
  const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
    const [found, ...others] = spans.filter((span) => span.name === name)
    assert.ok(found, `there is a span "${name}" among ${spans.map((span) => span.name)}`)
    assert.deepEqual(others, [], `there is one span "${name}"`)
    return found
  }

  test('is the run, its units below it and their statements below these, with what they found', async () => {
    const source = await app.source({ 'orders.csv': orders })
    const check = await app.check(source, 'orders.csv', { rule: 'notNull', fields: ['note'] })
    const id = await app.trigger(source, { type: 'scan' })
    await untilDone()
    const spans = (await received()).filter(({ attributes }) => attributes['assay.operation.id'] === id)

    const run = named(spans, 'scan')
    assert.equal(run.parent_id, '')
    assert.deepEqual(
      { ...run.attributes, 'assay.datastore.id': source.datastore_id },
      {
        'assay.operation.id': id,
        'assay.datastore.id': source.datastore_id,
        'assay.operation.type': 'scan',
        'assay.operation.result': 'success',
        ...Object.fromEntries(
          Object.entries((await app.ended(id)).status).map(([name, value]) => [
            `assay.status.${name}`,
            value,
          ]),
        ),
      },
    )
    assert.equal(run.attributes['assay.status.anomalies_identified'], 1)
    assert.equal(run.resource['service.name'], 'assay')
    assert.equal(run.resource['service.version'], '1.2.3')

    const unit = named(spans, 'scan container')
    assert.deepEqual([unit.trace_id, unit.parent_id], [run.trace_id, run.span_id])
    assert.equal(unit.attributes['db.collection.name'], 'orders.csv')
    assert.equal(unit.attributes['assay.container.id'], (await app.containers(source)).get('orders.csv'))
    assert.equal(unit.attributes['assay.unit.attempt'], 1)
    assert.equal(unit.attributes['assay.status.records_processed'], 2)
    assert.ok(run.start <= unit.start && unit.start < unit.end, 'the times are those of the work')

    const statements = collector.spans.filter(({ parent_id }) => parent_id === unit.span_id)
    named(statements, 'connect')
    const counting = statements.find(({ attributes }) => /sum\(/.test(String(attributes['db.query.text'])))
    assert.ok(counting, `a statement counts for the check ${check}`)
    assert.equal(counting.kind, 3, 'which waits for another system')
    assert.equal(counting.trace_id, run.trace_id)
    assert.equal(counting.attributes['db.system.name'], 'duckdb')
    assert.equal(counting.attributes['db.operation.name'], 'SELECT')
    assert.equal(counting.attributes['db.response.returned_rows'], 1)
  })

  for (const [field, found] of [
    ['id', 'nothing'],
    ['note', 'something'],
  ] as const)
    test(`has a unit for each of several containers that are read together, with their own statements, where they find ${found}`, async () => {
      const names = ['a.csv', 'b.csv', 'c.csv']
      const source = await app.source(Object.fromEntries(names.map((name) => [name, orders])))
      for (const name of names) await app.check(source, name, { rule: 'notNull', fields: [field] })
      // Containers that an earlier run found to be small are read together.
      for (const type of ['scan', 'scan', 'profile']) {
        const worker = app.addWorker({ concurrency: 1 })
        await app.ended(await app.trigger(source, { type, container_names: names }))
        await worker.stop()
      }
      const spans = await received()
      for (const kind of ['scan container', 'profile container']) {
        const units = spans.filter(({ name }) => name === kind)
        const inTraces = Map.groupBy(units, ({ trace_id }) => trace_id)
        for (const ofRun of inTraces.values()) {
          const seen = ofRun.map(({ attributes }) => attributes['db.collection.name']).toSorted()
          assert.deepEqual(seen, names, `each container has a ${kind}`)
        }
        for (const unit of units) {
          assert.equal(unit.attributes['assay.status.records_processed'], 2)
          const of = spans.filter(({ parent_id }) => parent_id === unit.span_id)
          assert.ok(
            of.some(({ attributes }) => attributes['db.response.returned_rows'] !== undefined),
            'each sends statements of its own',
          )
        }
      }
    })

  test('goes on when the run is resumed, whichever process works on it', async () => {
    const source = await app.source({ 'a.csv': orders, 'b.csv': orders })
    for (const name of ['a.csv', 'b.csv']) await app.check(source, name, { rule: 'notNull', fields: ['id'] })
    const id = await app.trigger(source, { type: 'scan' })
    assert.equal(await app.step(), 'plan')
    assert.equal(await app.step(), 'container')
    assert.equal((await app.ask('PUT', `/api/operations/abort/${id}`)).status, 200)
    const first = (await received()).filter(({ attributes }) => attributes['assay.operation.id'] === id)

    tracing = opened()
    app.environment.tracing = tracing
    assert.equal((await app.ask('PUT', `/api/operations/run/${id}`)).status, 200)
    await untilDone()
    const spans = (await received()).filter(({ attributes }) => attributes['assay.operation.id'] === id)
    const second = spans.slice(first.length)

    assert.equal(new Set(spans.map(({ trace_id }) => trace_id)).size, 1, 'one trace')
    const [aborted, ended] = [named(first, 'scan'), named(second, 'scan')]
    assert.equal(aborted.attributes['assay.operation.result'], 'aborted')
    assert.equal(ended.attributes['assay.operation.result'], 'success')
    assert.notEqual(aborted.span_id, ended.span_id)
    const unitsOf = (run: ReceivedSpan) =>
      spans.filter(({ name, parent_id }) => name === 'scan container' && parent_id === run.span_id).length
    assert.deepEqual([unitsOf(aborted), unitsOf(ended)], [1, 1], 'each container below the part that read it')
  })

  test('cannot keep a run from being aborted', async () => {
    const source = await app.source({ 'orders.csv': orders })
    const id = await app.trigger(source, { type: 'scan' })
    const { database } = app.environment.store
    const owner = await database.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const principal = {
      user_id: owner.id,
      user_name: 'owner',
      role: 'Admin',
      actor: { kind: 'user' },
    } as const
    try {
      await within({ ...app.environment, principal }, async (transaction, context) => {
        await abortOperation(context, id)
        await sql`alter table operations rename to operations_moved`.execute(transaction)
      })
    } finally {
      await sql`alter table if exists operations_moved rename to operations`.execute(database)
    }
    assert.equal((await app.ask('GET', `/api/operations/${id}`)).body.result, 'aborted')
  })

  test('says by a word what failed, and never with the words or values of the source', async () => {
    const source = await app.source({ 'orders.csv': orders })
    const filter = "note <> 'canary-in-a-filter' and id < 987654"
    await app.check(source, 'orders.csv', { rule: 'notNull', fields: ['note'], filter })
    await app.check(source, 'orders.csv', {
      rule: 'satisfiesExpression',
      fields: [],
      properties: { expression: 'cast(note as integer) < 5' },
    })
    await app.check(source, 'orders.csv', {
      rule: 'expectedValues',
      fields: ['note'],
      properties: { list: ['canary-in-a-list'] },
    })
    for (const type of ['scan', 'profile']) await app.trigger(source, { type })
    await untilDone()
    source.remove('orders.csv')
    const gone = await app.trigger(source, { type: 'scan' })
    await untilDone()
    const spans = await received()

    const refused = spans.find(({ attributes }) => attributes['error.type'] === 'refused')
    assert.ok(refused?.has_failed, 'a statement that the source refuses has failed')
    const lost = spans.find(
      ({ name, attributes }) => name === 'scan container' && attributes['assay.operation.id'] === gone,
    )
    assert.equal(lost?.attributes['error.type'], 'RunFailure')
    assert.equal(lost.has_failed, true)
    const sent = Buffer.concat(collector.bodies).toString('latin1')
    assert.match(sent, /db\.query\.text/)
    for (const word of ['canary', '987654']) assert.ok(!sent.includes(word), `no ${word} is sent`)
  })

  test('cuts long statements between characters', async () => {
    // One of the two names has the cut in the middle of a character.
    const [even, odd] = [`${'🙂'.repeat(1500)}`, `o${'🙂'.repeat(1500)}`]
    const source = await app.source({ 'even.csv': `${even}\n1\n,\n`, 'odd.csv': `${odd}\n1\n,\n` })
    await app.check(source, 'even.csv', { rule: 'notNull', fields: [even] })
    await app.check(source, 'odd.csv', { rule: 'notNull', fields: [odd] })
    await app.trigger(source, { type: 'scan' })
    await untilDone()
    const texts = (await received()).map(({ attributes }) => String(attributes['db.query.text']))
    const long = texts.filter((text) => text.length > 1900)
    assert.ok(long.length > 1, 'statements about both are cut')
    for (const text of texts) assert.doesNotMatch(text, /[\ufffd\p{Surrogate}]/u)
  })

  for (const [state, answer] of [
    ['refuses, and what is lost is counted', (response) => void response.writeHead(400).end()],
    ['does not answer', () => undefined],
  ] satisfies [string, Collector['answer']][]) {
    test(`keeps no run from its end when the collector ${state}`, async () => {
      collector.answer = answer
      const source = await app.source({ 'orders.csv': orders })
      const id = await app.trigger(source, { type: 'scan' })
      await untilDone()
      assert.equal((await app.ended(id)).result, 'success')
      await tracing.stop()
      if (state.startsWith('refuses')) {
        const { sent, lost } = tracing.counts()
        assert.equal(sent, 0)
        assert.ok(lost > 0, 'they are lost')
        assert.equal(warnings.length, 1)
        assert.match(warnings[0] ?? '', /^Traces are incomplete, \d+ spans of them were lost: /)
        const { body } = await app.ask('GET', '/metrics')
        assert.match(String(body), new RegExp(`assay_trace_spans_total\\{result="lost"\\} ${lost}\n`))
      }
    })
  }

  test('is not made where no collector is set', async () => {
    app.environment.tracing = null
    const source = await app.source({ 'orders.csv': orders })
    const id = await app.trigger(source, { type: 'scan' })
    await untilDone()
    // What a collector did not take before may be sent once more.
    const spans = (await received()).filter(({ attributes }) => attributes['assay.operation.id'] === id)
    assert.deepEqual(spans, [])
    assert.doesNotMatch(String((await app.ask('GET', '/metrics')).body), /assay_trace_spans/)
  })
})
