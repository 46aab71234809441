import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Static } from 'typebox'
import type { OperationContainer } from '../../../src/model/operation-record.ts'
import { claimUnit } from '../../../src/store/queue/claim.ts'
import type { PartitionProgress } from '../../../src/model/run-progress.ts'
import { readEvents, type ReceivedEvent } from '../../harness/event-reader.ts'
import { describeRuns, finish } from '../../harness/runs.ts'
import type { Source, WorkingApp } from '../../harness/working-app.ts'

/** A container of three files with a check, so that they are read one by one, and one of one file. */
async function makeParts(app: WorkingApp): Promise<Source> {
  const source = await app.source({
    'part_1.csv': 'id,price\n1,-5\n2,7\n',
    'part_2.csv': 'id,price\n3,4\n',
    'part_3.csv': 'id,price\n4,4\n',
    'whole.csv': 'id,price\n5,4\n',
  })
  await app.check(source, 'part_*.csv', { rule: 'notNegative', fields: ['price'] })
  return source
}

type Shown = Static<typeof OperationContainer>

const none = { total: 0, waiting: 0, running: 0, done: 0, failed: 0, stopping: 0, stopped: 0 }

describeRuns('the containers of a run while it goes on', (app) => {
  const shown = async (id: number, query = '') => {
    const { body } = await app.ask('GET', `/api/operations/${id}/containers${query}`)
    return body.items
  }

  test('say how many partitions are how far, and name them when asked', async () => {
    const id = await app.trigger(await makeParts(app), { type: 'scan' })
    assert.equal(await app.step(), 'plan')
    assert.deepEqual(
      (await shown(id)).map(({ result, partitions }: Shown) => [result, partitions]),
      [
        ['queued', none],
        ['queued', none],
      ],
    )
    assert.equal(await app.step(), 'container')
    const [parts] = await shown(id)
    assert.deepEqual(parts.partitions, { ...none, total: 3, waiting: 3 })
    assert.equal(await app.step(), 'container')
    assert.equal(await app.step(), 'partition')
    const held = await claimUnit(app.environment.store.database, 'a test', 60)
    assert.equal(held?.kind, 'partition')
    const [now, whole] = await shown(id, '?partitions=all')
    assert.deepEqual(now.partitions, { ...none, total: 3, waiting: 1, running: 1, done: 1 })
    assert.equal(now.records_processed, 2)
    assert.deepEqual(
      now.partition_list.map(({ name, state, records_processed }: PartitionProgress) => [
        name,
        state,
        records_processed,
      ]),
      [
        ['part_1.csv', 'done', 2],
        ['part_2.csv', 'running', null],
        ['part_3.csv', 'waiting', null],
      ],
    )
    assert.deepEqual(whole.partitions, { ...none, total: 1, done: 1 })
    assert.deepEqual(
      (await shown(id, '?result=running')).map(({ container }: Shown) => container.name),
      ['part_*.csv'],
    )
    assert.deepEqual(
      (await shown(id, `?container=${whole.container.id}`)).map(({ id }: Shown) => id),
      [whole.id],
    )
    await app.ask('PUT', `/api/operations/abort/${id}`)
    assert.deepEqual((await shown(id))[0].partitions, {
      ...none,
      total: 3,
      done: 1,
      stopping: 1,
      stopped: 1,
    })
    const { aborted_work } = (await app.ask('GET', `/api/operations/${id}`)).body
    assert.deepEqual(aborted_work, { units: 1, stopping: 1, silent: 0, last_stopped: null })
    await app.environment.store.pool.query(`update units set lease_until = now() where id = $1`, [held.id])
    const { body: later } = await app.ask('GET', `/api/operations/${id}`)
    assert.deepEqual(later.aborted_work, { units: 1, stopping: 0, silent: 1, last_stopped: null })
  })

  test('are told in the stream of the run as they change, and no others', async () => {
    const id = await app.trigger(await makeParts(app), { type: 'scan' })
    await app.step()
    const url = await app.server.listen({ port: 0 })
    const events = await readEvents(
      `${url}/api/operations/${id}/events?containers=true`,
      await app.user('Admin'),
    )
    const told = async (): Promise<ReceivedEvent> => {
      for (;;) {
        const event = await events.event()
        if (event?.event === 'containers') return event
        assert.equal(event?.event, 'progress')
      }
    }
    const first = await told()
    assert.deepEqual([first.id, first.data], [null, { all: true, items: [] }])
    await app.step()
    const [parts] = await shown(id)
    let { items, all } = (await told()).data
    // On a busy machine it is looked at in the middle of the step, too.
    while (items[0]?.partitions.total === 0) ({ items, all } = (await told()).data)
    assert.equal(all, false)
    assert.deepEqual(items, [
      {
        id: parts.id,
        start_time: parts.start_time,
        end_time: null,
        records_processed: 0,
        anomaly_count: 0,
        result: 'running',
        message: null,
        partitions: { ...none, total: 3, waiting: 3 },
      },
    ])
    await finish(app)
    let last = await events.event()
    while (last && last.event !== 'end') last = await events.event()
    assert.equal(last?.data.result, 'success')
  })

  test('show after an abort that their statements have stopped', async () => {
    const source = await app.source({ 'slow.csv': 'id\n1\n' })
    await app.check(source, 'slow.csv', {
      rule: 'satisfiesExpression',
      properties: {
        expression: '(select sum(a.range * b.range) from range(3000000) a, range(300000) b) > id',
      },
    })
    const worker = app.addWorker({ lease_seconds: 1 })
    const id = await app.trigger(source, { type: 'scan' })
    while ((await shown(id, '?result=running')).length === 0) await delay(20)
    const { body: aborted } = await app.ask('PUT', `/api/operations/abort/${id}`)
    assert.equal(aborted.aborted_work.units, 1)
    let work = aborted.aborted_work
    while (work.last_stopped === null) {
      await delay(20)
      work = (await app.ask('GET', `/api/operations/${id}`)).body.aborted_work
    }
    assert.deepEqual([work.units, work.stopping, work.silent], [1, 0, 0])
    assert.ok(work.last_stopped >= aborted.end_time)
    await worker.stop()
  })
})
