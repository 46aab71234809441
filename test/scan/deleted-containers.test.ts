import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { describeRuns, finish } from '../harness/runs.ts'
import { csv } from '../harness/working-app.ts'

describeRuns('a container that is being deleted while a run is planned', (app) => {
  test('is waited for, and is no part of the run', async () => {
    const rows = csv(['id'], [[1]])
    const source = await app.source({ 'a.csv': rows, 'b.csv': rows })
    const b = (await app.containers(source)).get('b.csv') ?? assert.fail('b.csv is a container')
    const id = await app.trigger(source, { type: 'scan' })
    const { database } = app.environment.store
    const deleting = await database.startTransaction().execute()
    await deleting.deleteFrom('containers').where('id', '=', b).execute()
    const planned = app.step()
    const waiting = sql<{ n: number }>`
      select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await waiting.execute(database)).rows[0]?.n === 0) await delay(5)
    await deleting.commit().execute()
    assert.equal(await planned, 'plan')
    const found = await database
      .selectFrom('operation_containers')
      .innerJoin('containers', 'containers.id', 'operation_containers.container_id')
      .select('name')
      .where('operation_id', '=', id)
      .execute()
    assert.deepEqual(found, [{ name: 'a.csv' }], 'the plan did not fail, to be made anew a while later')
    await finish(app)
    assert.equal((await app.ended(id)).result, 'success')
  })
})
