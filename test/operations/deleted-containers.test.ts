import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { incompleteBefore } from '../../src/store/operations.ts'
import { describeRuns, finish } from '../harness/runs.ts'
import { csv, type Source } from '../harness/working-app.ts'

const rows = csv(['id'], [[1], [2]])

describeRuns('a container that is deleted while', (app) => {
  const remark = (planned: number) =>
    `1 of ${planned} containers was deleted while the run went on, so there are no results for it.`
  let made = 0
  /** A source whose results go into a database of SQLite, and what reads the tables there. */
  const enriched = async (files: Record<string, string>) => {
    const source = await app.source(files)
    made += 1
    const folder = join(app.folder, `results-${made}`)
    mkdirSync(folder)
    const uri = join(folder, 'results.sqlite')
    new DatabaseSync(uri).exec('create table other (a)')
    const name = `results ${made}`
    const connection = await app.ask('POST', '/api/connections', { type: 'sqlite', name, uri })
    const members = { name, connection_id: connection.body.id, enrichment_only: true }
    const target = (await app.ask('POST', '/api/datastores', members)).body.id
    const path = `/api/datastores/${source.datastore_id}/enrichment/${target}`
    const { body } = await app.ask('PATCH', path)
    const tables = () => {
      const database = new DatabaseSync(uri)
      try {
        const found = database.prepare(`select name from sqlite_schema where type = 'table' order by name`)
        return found.all().flatMap(({ name }) => (name === 'other' ? [] : [String(name)]))
      } finally {
        database.close()
      }
    }
    return { source, tables, prefix: String(body.enrichment_prefix) }
  }
  const remove = async (source: Source, name: string) => {
    const id = (await app.containers(source)).get(name)
    assert.equal((await app.ask('DELETE', `/api/containers/${id}`)).status, 204)
  }
  const logged = async (id: number): Promise<string[]> => {
    const { body } = await app.ask('GET', `/api/operations/${id}/logs`)
    return body.items.map(({ message }: { message: string }) => message)
  }
  const shown = async (id: number) => {
    const { result, message, has_logs } = (await app.ask('GET', `/api/operations/${id}`)).body
    return [result, message, has_logs]
  }

  test('it is exported is told in the message of the export, as in that of a scan', async () => {
    const { source } = await enriched({ 'a.csv': rows, 'b.csv': rows })
    const id = await app.trigger(source, { type: 'export', asset_type: 'checks' })
    assert.equal(await app.step(), 'plan')
    await remove(source, 'b.csv')
    await finish(app)
    assert.deepEqual(await shown(id), ['warning', remark(2), true])
    assert.deepEqual(await logged(id), [remark(2)])
  })

  test('it is exported with others that have remarks is told, and how many these are', async () => {
    const { source } = await enriched({ 'a.csv': rows, 'b.csv': rows })
    const id = await app.trigger(source, { type: 'export', asset_type: 'profiles' })
    assert.equal(await app.step(), 'plan')
    await remove(source, 'b.csv')
    await finish(app)
    assert.deepEqual(await shown(id), ['warning', `${remark(2)} Remarks: 2; the log has each.`, true])
    assert.equal((await logged(id)).length, 2)
  })

  for (const name of ['a.csv', 'b.csv', 'c.csv']) {
    test(`copies are made leaves those of the others to be made: ${name}`, async () => {
      const { source, tables, prefix } = await enriched({ 'a.csv': rows, 'b.csv': rows, 'c.csv': rows })
      const ids = await app.containers(source)
      const id = await app.trigger(source, { type: 'materialize' })
      assert.equal(await app.step(), 'plan')
      await remove(source, name)
      await finish(app)
      assert.deepEqual(await shown(id), ['success', remark(3), true])
      const left = [...ids].filter(([other]) => other !== name).map(([, other]) => other)
      assert.deepEqual(tables(), left.map((other) => `${prefix}_materialize_${other}`).sort())
    })
  }

  test('it is copied leaves its half to the next copies to remove', async () => {
    Object.assign(app.environment.sources, { copy_step_mb: 1e-6, settled_seconds: 0 })
    const { source, tables, prefix } = await enriched({
      'a.csv': rows,
      'days_1.csv': rows,
      'days_2.csv': rows,
    })
    const shownTable = `${prefix}_materialize_${(await app.containers(source)).get('a.csv')}`
    const id = await app.trigger(source, { type: 'materialize' })
    for (const kind of ['plan', 'container', 'container']) assert.equal(await app.step(), kind)
    assert.deepEqual(tables(), [shownTable, `${prefix}_next_${id}`])
    await remove(source, 'days_*.csv')
    await finish(app)
    assert.deepEqual(await shown(id), ['success', remark(2), true])
    const second = await app.trigger(source, { type: 'materialize' })
    await finish(app)
    assert.deepEqual(await shown(second), ['success', null, false])
    assert.deepEqual(tables(), [shownTable])
  })

  test('another run copies it: what that one has half written is none to remove', async () => {
    Object.assign(app.environment.sources, { copy_step_mb: 1e-6, settled_seconds: 0 })
    const { source } = await enriched({ 'days_1.csv': rows, 'days_2.csv': rows })
    const { datastore_id } = source
    const first = await app.trigger(source, { type: 'materialize' })
    for (const kind of ['plan', 'container']) assert.equal(await app.step(), kind)
    const second = await app.trigger(source, { type: 'materialize' })
    const before = (id: number) =>
      incompleteBefore(app.environment.store.database, { id, type: 'materialize', datastore_id })
    assert.deepEqual(await before(second), [])
    await finish(app)
    for (const id of [first, second]) assert.deepEqual(await shown(id), ['success', null, false])
    assert.deepEqual(await before(second + 1), [])
  })

  test('given rows are judged ends the external scan with that', async () => {
    const source = await app.source({ 'a.csv': rows })
    await app.check(source, 'a.csv', { rule: 'notNull', fields: ['id'] })
    const container = (await app.containers(source)).get('a.csv')
    const { status, body } = await app.ask('POST', `/api/containers/${container}/scan`, {
      records: [{ id: 1 }],
    })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(await app.step(), 'plan')
    await remove(source, 'a.csv')
    await finish(app)
    assert.deepEqual(await shown(body.id), ['success', remark(1), true])
  })
})
