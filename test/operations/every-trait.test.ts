import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseEvents } from '../harness/event-reader.ts'
import { fireDueSchedule } from '../../src/runs/schedules/fire.ts'
import { assertRefused } from '../harness/contract.ts'
import { finish } from '../harness/runs.ts'
import { withTrial } from '../harness/trial/operations.ts'
import { trialTables } from '../harness/trial/trial.operation.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

// The trial operation is a folder and an entry of the registry; no other code names it.
describe('an operation of a new type, with every trait, needs no change elsewhere', () => {
  let app: WorkingApp
  let datastore_id = 0
  let destination_datastore_id = 0
  let editor = ''
  before(async () => {
    app = await startWorkingApp({ workers: 0, operations: withTrial })
    await app.environment.store.pool.query(trialTables)
    datastore_id = (await app.source({ 'a.csv': 'id\n1\n' })).datastore_id
    destination_datastore_id = (await app.source({ 'b.csv': 'id\n1\n' })).datastore_id
    editor = await app.user('Member', { Editor: [datastore_id, destination_datastore_id] })
  })
  after(() => app.close())

  const payload = (members: object = {}) => ({
    type: 'trial',
    datastore_id,
    destination_datastore_id,
    ...members,
  })
  const trigger = async (members: object = {}): Promise<number> => {
    const { status, body } = await app.ask('POST', '/api/operations/run', payload(members), editor)
    assert.equal(status, 200, JSON.stringify(body))
    return body.id
  }
  const itemsOf = async (id: number): Promise<number[]> => {
    const { rows } = await app.environment.store.pool.query(
      'select item from trial_results where operation_id = $1 order by item',
      [id],
    )
    return rows.map(({ item }) => item)
  }
  const notesOf = async (id: number): Promise<string[]> => {
    const { rows } = await app.environment.store.pool.query(
      'select note from trial_notes where operation_id = $1',
      [id],
    )
    return rows.map(({ note }) => note)
  }
  const upTo = (count: number) => Array.from({ length: count }, (_, item) => item)

  test('to be run, read, listed and followed', async () => {
    const id = await trigger({ items: 25 })
    await finish(app)
    const { body } = await app.ask('GET', `/api/operations/${id}`, undefined, editor)
    assert.equal(body.type, 'promote')
    assert.equal(body.result, 'success')
    assert.equal(body.destination_datastore_id, destination_datastore_id)
    assert.deepEqual(body.status, { total_items: 25, items_done: 25 })
    assert.deepEqual(await itemsOf(id), upTo(25))
    const list = await app.ask('GET', '/api/operations?operation_type=promote', undefined, editor)
    assert.deepEqual([list.body.items[0].id, list.body.items[0].items], [id, 25])
    const events = await app.ask('GET', `/api/operations/${id}/events`, undefined, editor)
    assert.deepEqual(parseEvents(events.body)[0]?.data, body)
  })

  test('to be refused without the permission on both datastores, and for a payload that does not fit', async () => {
    const oneSided = await app.user('Member', {
      Editor: [datastore_id],
      Author: [destination_datastore_id],
    })
    const run = (body: object, token: string) => () => app.ask('POST', '/api/operations/run', body, token)
    await assertRefused(app, run(payload(), oneSided), 403, 'forbidden')
    await assertRefused(app, run(payload({ items: 'many' }), editor), 422, 'invalid')
    await assertRefused(app, run(payload({ destination_datastore_id: datastore_id }), editor), 422, 'invalid')
    await assertRefused(app, run(payload({ destination_datastore_id: 999 }), editor), 404, 'not_found')
    const id = await trigger()
    for (const [method, path] of [
      ['PUT', `/api/operations/abort/${id}`],
      ['PUT', `/api/operations/run/${id}`],
      ['PUT', `/api/operations/rerun/${id}`],
      ['DELETE', `/api/operations/${id}`],
    ] as const)
      await assertRefused(app, () => app.ask(method, path, undefined, oneSided), 403, 'forbidden')
    await finish(app)
  })

  test('to be aborted, and resumed with the batches that are not done', async () => {
    const id = await trigger({ items: 40 })
    await app.step()
    await app.step()
    const aborted = await app.ask('PUT', `/api/operations/abort/${id}`, undefined, editor)
    assert.deepEqual([aborted.status, aborted.body.result], [200, 'aborted'])
    assert.equal(await app.step(), null)
    assert.deepEqual(await itemsOf(id), upTo(10))
    const resumed = await app.ask('PUT', `/api/operations/run/${id}`, undefined, editor)
    assert.deepEqual([resumed.status, resumed.body.result], [200, 'queued'])
    await finish(app)
    assert.deepEqual(await itemsOf(id), upTo(40))
    assert.deepEqual(await notesOf(id), ['aborted', 'reopened'])
    assert.deepEqual((await app.ended(id)).status, { total_items: 40, items_done: 40 })
  })

  test('to fail in part, and be resumed where it failed', async () => {
    const { pool } = app.environment.store
    await pool.query('insert into trial_faults values (17)')
    const id = await trigger({ items: 30 })
    await finish(app)
    const failed = await app.ended(id)
    assert.deepEqual([failed.result, failed.message], ['failure', '1 batches failed.'])
    assert.deepEqual(await notesOf(id), ['abandoned: The item 17 is broken.'])
    assert.equal((await itemsOf(id)).length, 20)
    await pool.query('delete from trial_faults')
    await app.ask('PUT', `/api/operations/run/${id}`, undefined, editor)
    await finish(app)
    assert.equal((await app.ended(id)).result, 'success')
    assert.deepEqual(await itemsOf(id), upTo(30))
  })

  test('to be resumed by force while it is going, and not without', async () => {
    const id = await trigger({ items: 20 })
    await app.step()
    const path = `/api/operations/run/${id}`
    await assertRefused(app, () => app.ask('PUT', path, undefined, editor), 409, 'wrong_state')
    assert.equal((await app.ask('PUT', `${path}?force_abort=true`, undefined, editor)).status, 200)
    await finish(app)
    assert.deepEqual(await itemsOf(id), upTo(20))
  })

  test('to be rerun with the same settings, and deleted', async () => {
    const id = await trigger({ items: 3 })
    const rerun = () => app.ask('PUT', `/api/operations/rerun/${id}`, undefined, editor)
    // As the contract has it of exports: a rerun before the end is 415.
    await assertRefused(app, rerun, 415, 'rerun_unfinished_export')
    await finish(app)
    const { body } = await rerun()
    await finish(app)
    assert.notEqual(body.id, id)
    assert.deepEqual([body.items, body.schedule], [3, null])
    assert.deepEqual(await itemsOf(body.id), upTo(3))
    assert.equal((await app.ask('DELETE', `/api/operations/${id}`, undefined, editor)).status, 204)
    assert.equal((await app.ask('GET', `/api/operations/${id}`, undefined, editor)).status, 404)
    const going = await trigger({ items: 3 })
    assert.equal((await app.ask('DELETE', `/api/operations/${going}`, undefined, editor)).status, 204)
    assert.deepEqual(await itemsOf(going), [])
  })

  test('to be scheduled, changed, fired and unscheduled', async () => {
    const { pool } = app.environment.store
    const asked = payload({ items: 7, crontab: '30 2 * * *', timezone: 'Europe/Berlin' })
    const made = await app.ask('POST', '/api/operations/schedule', asked, editor)
    assert.deepEqual([made.status, made.body.type, made.body.items], [200, 'trial', 7], JSON.stringify(made))
    const path = `/api/operations/schedule/${made.body.id}`
    const changed = await app.ask('PUT', path, { items: 8 }, editor)
    assert.deepEqual([changed.status, changed.body.items, changed.body.pause], [200, 8, null])
    await pool.query(`update schedules set next_run = now() - interval '1 minute'`)
    assert.equal(await fireDueSchedule(app.environment), true)
    await finish(app)
    const runs = await app.ask('GET', `/api/operations?schedule_id=${made.body.id}`, undefined, editor)
    const [run] = runs.body.items
    assert.deepEqual([runs.body.total, run.result, run.schedule.id], [1, 'success', made.body.id])
    assert.deepEqual(await itemsOf(run.id), upTo(8))
    assert.equal((await app.ask('DELETE', path, undefined, editor)).status, 204)
  })

  test('to show check results, of which it has none here', async () => {
    const id = await trigger({ items: 1 })
    await finish(app)
    const checks = await app.ask('GET', `/api/operations/${id}/scan-checks`, undefined, editor)
    assert.deepEqual([checks.status, checks.body.items], [200, []])
    assert.deepEqual((await app.ended(id)).container_scans, [])
  })

  test('to be named to whoever asks for a type that there is not, and in the API document', async () => {
    const refused = await app.ask('POST', '/api/operations/run', payload({ type: 'unknown' }))
    assert.equal(refused.status, 422)
    assert.match(JSON.stringify(refused.body), /scan.*sync.*trial/)
    const document = JSON.stringify((await app.ask('GET', '/api/openapi.json')).body)
    assert.match(document, /destination_datastore_id/)
  })
})
