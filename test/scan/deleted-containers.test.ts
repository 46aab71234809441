import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { describeRuns, finish } from '../harness/runs.ts'
import { csv, type Source } from '../harness/working-app.ts'

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

describeRuns('a container that is deleted after a run was planned', (app) => {
  const remark = (deleted: number, planned: number) =>
    `${deleted} of ${planned} containers ${deleted === 1 ? 'was' : 'were'} deleted while the run went on, so there are no results for ${deleted === 1 ? 'it' : 'them'}.`
  const rows = csv(['id'], [[1], [2]])
  const remove = async (source: Source, name: string) => {
    const id = (await app.containers(source)).get(name)
    assert.equal((await app.ask('DELETE', `/api/containers/${id}`)).status, 204)
  }
  const shown = async (id: number) => (await app.ask('GET', `/api/operations/${id}`)).body
  const logged = async (id: number): Promise<string[]> => {
    const { body } = await app.ask('GET', `/api/operations/${id}/logs`)
    return body.items.map(({ message }: { message: string }) => message)
  }

  for (const type of ['scan', 'profile']) {
    test(`is a remark of the ${type}, which ends as soon as the others are done`, async () => {
      const source = await app.source({ 'a.csv': rows, 'b.csv': rows, 'c.csv': rows })
      await app.check(source, 'b.csv', { rule: 'notNull', fields: ['id'] })
      const id = await app.trigger(source, { type })
      assert.equal(await app.step(), 'plan')
      await remove(source, 'b.csv')
      await finish(app)
      const { result, message, has_logs } = await shown(id)
      assert.deepEqual([result, message, has_logs], ['success', remark(1, 3), true])
      assert.deepEqual(await logged(id), [remark(1, 3)])
    })

    test(`is a remark of the ${type} between its parts, too`, async () => {
      const days = Object.fromEntries(['1', '2', '3'].map((day) => [`days_${day}.csv`, rows]))
      const source = await app.source(days)
      await app.check(source, 'days_*.csv', { rule: 'notNull', fields: ['id'] })
      const id = await app.trigger(source, { type })
      for (const kind of ['plan', 'container', 'partition']) assert.equal(await app.step(), kind)
      await remove(source, 'days_*.csv')
      await finish(app)
      const { result, message } = await shown(id)
      assert.deepEqual([result, message], ['success', remark(1, 1)])
    })
  }

  test('holds up none of those that are begun with it', async () => {
    const source = await app.source({ 'a.csv': rows, 'b.csv': rows, 'c.csv': rows, 'd.csv': rows })
    for (const name of ['a.csv', 'b.csv', 'c.csv', 'd.csv'])
      await app.check(source, name, { rule: 'notNull', fields: ['id'] })
    const id = await app.trigger(source, { type: 'scan' })
    assert.equal(await app.step(), 'plan')
    for (const name of ['a.csv', 'c.csv']) await remove(source, name)
    const worker = app.addWorker()
    const { result, message, status } = await app.ended(id)
    await worker.stop()
    assert.deepEqual([result, message, status.containers_analyzed], ['success', remark(2, 4), 2])
  })
})
