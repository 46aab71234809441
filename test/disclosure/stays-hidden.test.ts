import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { maskField, syncDatastore } from '../harness/factories.ts'
import { onServer, postgresSource } from '../harness/postgres-source.ts'
import { finish, scanned } from '../harness/runs.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

let app: WorkingApp
before(async () => {
  app = await startWorkingApp({ workers: 0 })
})
after(() => app.close())

/** Makes a datastore of results for a source; the rows that it shows of a table, by its name after the prefix. */
async function resultsOf(sourceId: number): Promise<(table: string) => Promise<Record<string, unknown>[]>> {
  const name = `results of ${sourceId}`
  const root_path = join(app.folder, name)
  mkdirSync(root_path)
  const { body: results } = await app.ask('POST', '/api/datastores', {
    name,
    connection: { name, type: 'local' },
    root_path,
    enrichment_only: true,
  })
  const { body: linked } = await app.ask('PATCH', `/api/datastores/${sourceId}/enrichment/${results.id}`)
  return async (table) => {
    const path = `${linked.enrichment_prefix}_${table}`
    const rows = await app.ask('GET', `/api/datastores/${results.id}/source-records?path=${path}`)
    assert.equal(rows.status, 200, JSON.stringify(rows.body))
    return JSON.parse(rows.body.source_records)
  }
}

/** The same for the kept record of a container, by its name of then. */
async function recordsOf(source: Source): Promise<(container: string) => Promise<string>> {
  const rowsOf = await resultsOf(source.datastore_id)
  return async (container) => {
    const found = (await rowsOf('source_records')).find((row) => row['SOURCE_CONTAINER'] === container)
    return String(found?.['RECORD'])
  }
}

const hidden = /"price":-5,"note":"\*\*\*MASKED\*\*\*"/

test('results hide what was masked in a container after that is gone', async () => {
  const rows = (canary: string) => `id,price,note\n1,-5,${canary}\n`
  const source = await app.source({ 'gone.csv': rows('canary'), 'stays.csv': rows('plain') })
  for (const name of ['gone.csv', 'stays.csv'])
    await app.check(source, name, { rule: 'notNegative', fields: ['price'] })
  const recordOf = await recordsOf(source)
  await scanned(app, source)
  assert.match(await recordOf('gone.csv'), /canary/)

  const gone = (await app.containers(source)).get('gone.csv') ?? 0
  await maskField(app, gone, 'note')
  assert.match(await recordOf('gone.csv'), hidden)
  assert.equal((await app.ask('DELETE', `/api/containers/${gone}`)).status, 204)
  assert.match(await recordOf('gone.csv'), hidden)
  assert.match(await recordOf('stays.csv'), /plain/)
})

test('results hide what is masked in a computed container under the names that it had, also once it is gone', async () => {
  const source = await app.source({ 'orders.csv': 'id,price,note\n1,-5,canary\n' })
  const { body: computed } = await app.ask('POST', '/api/containers', {
    container_type: 'computed_file',
    name: 'first',
    source_container_id: (await app.containers(source)).get('orders.csv'),
    select_clause: '*',
  })
  await finish(app)
  await app.check(source, 'first', { rule: 'notNegative', fields: ['price'] })
  const recordOf = await recordsOf(source)
  await scanned(app, source)
  assert.match(await recordOf('first'), /canary/)
  for (const name of ['second', 'third']) {
    const change = { container_type: 'computed_file', name }
    assert.equal((await app.ask('PUT', `/api/containers/${computed.id}`, change)).status, 200)
  }
  await maskField(app, computed.id, 'note')
  assert.match(await recordOf('first'), hidden)
  await finish(app)
  assert.equal((await app.ask('DELETE', `/api/containers/${computed.id}`)).status, 204)
  assert.match(await recordOf('first'), hidden)
})

test('a masked computed field hides what was kept of it after it was renamed, removed and made anew', async () => {
  const source = await app.source({ 'orders.csv': 'id,price,note\n1,-5,canary\n' })
  const container = (await app.containers(source)).get('orders.csv') ?? 0
  const copy = {
    container_id: container,
    name: 'copied',
    transformation: 'cast',
    source_fields: ['note'],
    properties: { target_type: 'string' },
  }
  const { body: computed } = await app.ask('POST', '/api/computed-fields', copy)
  await app.check(source, 'orders.csv', { rule: 'notNegative', fields: ['price'] })
  await scanned(app, source)
  const { body: anomalies } = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
  const record = async (): Promise<string> =>
    (await app.ask('GET', `/api/anomalies/${anomalies.items[0].id}/source-record`)).body.source_record
  assert.match(await record(), /"copied":"canary"/)
  for (const name of ['note', 'copied']) await maskField(app, container, name)
  const assertHidden = async () => assert.match(await record(), /"copied":"\*\*\*MASKED\*\*\*"/)
  await assertHidden()

  const renamed = await app.ask('PUT', `/api/computed-fields/${computed.id}`, { name: 'renamed' })
  assert.equal(renamed.status, 200, JSON.stringify(renamed.body))
  await assertHidden()
  assert.equal((await app.ask('DELETE', `/api/computed-fields/${computed.id}`)).status, 204)
  await assertHidden()
  const statusOf = async () => {
    const path = `/api/containers/${container}/fields?status=missing&status=masked`
    const { body: fields } = await app.ask('GET', path)
    return fields.find(({ name }: { name: string }) => name === 'renamed').status
  }
  assert.equal(await statusOf(), 'missing')
  const again = await app.ask('POST', '/api/computed-fields', { ...copy, name: 'renamed' })
  assert.equal(again.status, 201, JSON.stringify(again.body))
  assert.equal(await statusOf(), 'masked')
  await assertHidden()
})

test('a masked field is none by which new rows are found, and the value that was read up to is hidden', async () => {
  const source = await app.source({ 'orders.csv': 'id,price\n1,-5\n2,987654\n' })
  const container = (await app.containers(source)).get('orders.csv') ?? 0
  const change = async (incremental_field_name: string) =>
    app.ask('PUT', `/api/containers/${container}`, {
      container_type: 'file',
      incremental_field_name,
      incremental_identifier_type: 'batch-value',
    })
  await app.ask('POST', '/api/computed-fields', {
    container_id: container,
    name: 'doubled',
    transformation: 'customExpression',
    properties: { column_expression: 'price * 2' },
  })
  await app.check(source, 'orders.csv', { rule: 'notNull', fields: ['id'] })
  const checkpoint = async () =>
    (await app.ask('GET', `/api/containers/${container}`)).body.incremental_checkpoint
  await scanned(app, source, { incremental: true })
  assert.match(await checkpoint(), /^\d{4}-/, 'without a field it is the time of the newest file')
  assert.equal((await change('doubled')).status, 200)
  await scanned(app, source, { incremental: true })
  assert.equal(await checkpoint(), 2 * 987_654)

  // What is computed from it is masked with it.
  const { body: fields } = await app.ask('GET', `/api/containers/${container}/fields`)
  const { id } = fields.find(({ name }: { name: string }) => name === 'price')
  assert.equal((await app.ask('PUT', `/api/fields/${id}`, { status: 'masked' })).status, 200)
  assert.equal(await checkpoint(), null)
  const { status, body } = await change('price')
  assert.equal(status, 422, JSON.stringify(body))
  assert.deepEqual(body.detail[0].loc, ['body', 'incremental_field_name'])
})

test('a copy hides the column of a masked field, also where that has another name than the field', async (t) => {
  const server = await postgresSource()
  t.after(server.close)
  await onServer(server.url, [
    `create table pay (id int, "Note" text, note text)`,
    `insert into pay values (1, 'plain', 'canary')`,
  ])
  const { body: made } = await app.ask('POST', '/api/datastores', {
    name: 'pay',
    connection: { name: 'pay', type: 'postgresql', ...server.connection },
    database: server.target.database,
    schema: server.target.schema,
  })
  await syncDatastore(app, made.id)
  const { body: listed } = await app.ask('GET', `/api/containers/listing?datastore=${made.id}`)
  const rowsOf = await resultsOf(made.id)
  await app.ask('POST', '/api/operations/run', { type: 'materialize', datastore_id: made.id })
  await finish(app)
  const copy = await rowsOf('mat_pay')
  assert.deepEqual(copy, [{ id: 1, Note: 'plain', note_2: 'canary' }])
  await maskField(app, listed[0].id, 'note')
  assert.deepEqual(await rowsOf('mat_pay'), [{ id: 1, Note: 'plain', note_2: '***MASKED***' }])
  assert.equal((await app.ask('DELETE', `/api/containers/${listed[0].id}`)).status, 204)
  await app.ask('POST', '/api/operations/run', { type: 'sync', datastore_id: made.id, recreate: true })
  await finish(app)
  const { body: anew } = await app.ask('GET', `/api/containers/listing?datastore=${made.id}`)
  assert.notEqual(anew[0].id, listed[0].id)
  const kept = [{ id: 1, Note: 'plain', note_2: '***MASKED***' }]
  assert.deepEqual(await rowsOf('mat_pay'), kept, 'the copy is still that of the container that is gone')
})
