import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createOperationChanges } from '../../../src/store/operation-changes.ts'
import { parseEvents, readEvents } from '../../harness/event-reader.ts'
import { describeRuns, finish, makePrices, scanned } from '../../harness/runs.ts'
import type { Source } from '../../harness/working-app.ts'

describeRuns('GET /operations/{id}/events answers 200', (app) => {
  let url = ''
  let admin = ''
  let source: Source
  before(async () => {
    url = await app.server.listen({ port: 0 })
    admin = await app.user('Admin')
    source = await makePrices(app)
  })
  const follow = (id: number, token = admin, lastEventId?: string) =>
    readEvents(`${url}/api/operations/${id}/events`, token, lastEventId)
  /** Returns once nobody follows and the connection that listened is given back, which takes the state a moment more. */
  const untilQuiet = async () => {
    const { changes, pool } = app.environment.store
    const isHeld = async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and query = 'listen assay_operations'`,
      )
      return rows.length > 0
    }
    while (changes.watchers() > 0 || (await isHeld())) await delay(5)
  }

  test('with one event per change of a run, and its whole record at the end', async () => {
    const id = await app.trigger(source, { type: 'scan' })
    const events = await follow(id)
    const seen: unknown[] = []
    let last = await events.event()
    for (; last?.event === 'progress'; last = await events.event()) {
      seen.push([last.data.id, last.data.result, last.data.status.containers_analyzed])
      // One step after each event, so that no two changes are sent as one.
      if (last.data.result === 'queued' || last.data.status.containers_analyzed < 2) void app.step()
    }
    assert.deepEqual(seen.slice(0, 1), [[id, 'queued', 0]])
    assert.ok(seen.some((one) => JSON.stringify(one) === JSON.stringify([id, 'running', 1])))
    assert.equal(last?.event, 'end')
    assert.deepEqual(last.data, (await app.ask('GET', `/api/operations/${id}`)).body)
    assert.equal(last.data.result, 'success')
    assert.equal(last.data.container_scans.length, 2)
    assert.equal(await events.next(), null)
  })

  test('with the end alone for a run that has ended, with and without the prefix', async () => {
    const scan = await scanned(app, source)
    for (const path of [`/api/operations/${scan.id}/events`, `/operations/${scan.id}/events`]) {
      const { status, body, headers } = await app.ask('GET', path)
      assert.equal(status, 200)
      assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8')
      const [event, ...more] = parseEvents(body)
      assert.deepEqual([event?.event, event?.data.result, more], ['end', 'success', []])
    }
  })

  test('with what a client missed that comes back with the id of its last event', async () => {
    const id = await app.trigger(source, { type: 'scan' })
    const first = await follow(id)
    const queued = await first.event()
    first.leave()
    await app.step()
    await app.step()
    const second = await follow(id, admin, queued?.id ?? '')
    const running = await second.event()
    assert.equal(running?.data.result, 'running')
    second.leave()
    // Nothing has changed since: the next event is the next change.
    const third = await follow(id, admin, running.id ?? '')
    await app.ask('PUT', `/api/operations/abort/${id}`)
    const end = await third.event()
    assert.deepEqual([end?.event, end?.data.result], ['end', 'aborted'])
    assert.ok(Number(end?.id) > Number(running.id))
  })

  test('with the state it is in for an id that is not ours', async () => {
    const id = await app.trigger(source, { type: 'scan' })
    const events = await follow(id, admin, 'of another service')
    assert.equal((await events.event())?.data.result, 'queued')
    events.leave()
    await finish(app)
  })

  test('for many clients at once with one connection, which the last of them gives back', async () => {
    const id = await app.trigger(source, { type: 'scan' })
    const all = await Promise.all(Array.from({ length: 40 }, () => follow(id)))
    for (const events of all) assert.equal((await events.event())?.data.result, 'queued')
    const { pool, changes } = app.environment.store
    assert.equal(changes.watchers(), 40)
    const { rows } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and query = 'listen assay_operations'`,
    )
    assert.equal(rows.length, 1)
    for (const events of all.slice(20)) events.leave()
    await finish(app)
    for (const events of all.slice(0, 20)) {
      let event = await events.event()
      while (event?.event === 'progress') event = await events.event()
      assert.deepEqual([event?.event, event?.data.result], ['end', 'success'])
    }
    await untilQuiet()
  })

  test('with a comment when there is nothing new', async () => {
    const id = await app.trigger(source, { type: 'scan' })
    const { store } = app.environment
    const usual = store.changes
    store.changes = createOperationChanges(store.pool, 20)
    const events = await follow(id)
    assert.equal((await events.next())?.data.result, 'queued')
    assert.equal((await events.next())?.comment, 'nothing new')
    assert.equal((await events.next())?.comment, 'nothing new')
    events.leave()
    await store.changes.stop()
    store.changes = usual
    await finish(app)
  })

  test('and ends with a refusal when the run is deleted', async () => {
    const id = await app.trigger(source, { type: 'scan' })
    await finish(app)
    await app.environment.store.pool.query(`update operations set result = 'running' where id = $1`, [id])
    const events = await follow(id)
    assert.equal((await events.event())?.event, 'progress')
    await app.environment.store.pool.query('delete from operations where id = $1', [id])
    const refused = await events.event()
    assert.deepEqual([refused?.event, refused?.data.code, refused?.id], ['refused', 'not_found', null])
    assert.equal(await events.next(), null)
  })

  test('and ends with a refusal when the permission is taken', async () => {
    const token = await app.user('Member', { Reporter: [source.datastore_id] })
    const id = await app.trigger(source, { type: 'scan' })
    const events = await follow(id, token)
    assert.equal((await events.event())?.data.result, 'queued')
    await app.environment.store.pool.query('delete from team_datastores where datastore_id = $1', [
      source.datastore_id,
    ])
    await app.step()
    const refused = await events.event()
    assert.deepEqual([refused?.event, refused?.data.code], ['refused', 'not_found'])
    assert.equal(await events.next(), null)
    await finish(app)
  })

  test('and ends when the service stops', async () => {
    const id = await app.trigger(source, { type: 'scan' })
    const events = await follow(id)
    assert.equal((await events.event())?.data.result, 'queued')
    await app.environment.store.changes.stop()
    assert.equal(await events.event(), null)
  })
})
