import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { nameless, startFlowApp, type FlowApp } from './flow-stories.ts'

describe('an execution of a flow that is aborted while its runs go on', () => {
  let app: FlowApp
  before(async () => void (app = await startFlowApp(1, 0)))
  after(() => app.close())

  /** An execution that has started so many scans, which wait for a worker. */
  const executing = async (runs: number) => {
    const { datastore_id } = await nameless(app, 1)
    const action = { type: 'operation', operation: { type: 'scan', datastore_id } }
    const { id } = await app.flow({
      trigger_type: 'manual',
      actions: Array.from({ length: runs }, () => action),
    })
    const { body } = await app.ask('POST', `/api/flows/${id}/execute`)
    const path = `/api/flows/executions/${body.id}`
    const state = async () => {
      const { result, action_executions } = (await app.ask('GET', path)).body
      const operations: { id: number; result: string }[] = action_executions.flatMap(
        ({ operation }: { operation: object | null }) => operation ?? [],
      )
      return { result, runs: operations.map((run) => run.result), ids: operations.map((run) => run.id) }
    }
    while ((await state()).ids.length < runs) await delay(10)
    return { path, state }
  }

  test('ends with all of them, and each is in the audit log', async () => {
    const { path, state } = await executing(3)
    assert.equal((await app.ask('POST', `${path}/abort`)).body.result, 'aborted')
    const { ids, ...now } = await state()
    assert.deepEqual(now, { result: 'aborted', runs: ['aborted', 'aborted', 'aborted'] })
    const { body } = await app.ask('GET', '/api/activity?actions=abort_operation')
    const noted = body.items.map(({ resource_id }: { resource_id: number }) => resource_id).sort()
    assert.deepEqual(noted, ids.toSorted())
  })

  test('goes on with all of them when the abort breaks off in the middle, and can be aborted again', async () => {
    const { path, state } = await executing(2)
    const before = await state()
    const { pool } = app.environment.store
    // Stands for a process that dies, or a state that is lost, before the last run is aborted.
    await pool.query(`
      create function refuse_abort() returns trigger language plpgsql as
        $$ begin raise exception 'It breaks off.'; end $$;
      create trigger refuse_abort before update on operations for each row
        when (new.result = 'aborted' and new.id = ${before.ids.at(-1)}) execute function refuse_abort()`)
    assert.equal((await app.ask('POST', `${path}/abort`)).status, 500)
    assert.deepEqual(await state(), before)
    await pool.query('drop trigger refuse_abort on operations')
    assert.equal((await app.ask('POST', `${path}/abort`)).body.result, 'aborted')
    assert.deepEqual((await state()).runs, ['aborted', 'aborted'])
  })
})
