import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { maskField } from '../harness/factories.ts'
import { scanned } from '../harness/runs.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

let app: WorkingApp
before(async () => {
  app = await startWorkingApp({ workers: 0 })
})
after(() => app.close())

test('results hide what was masked in a container after that is gone', async () => {
  const rows = (canary: string) => `id,price,note\n1,-5,${canary}\n`
  const source = await app.source({ 'gone.csv': rows('canary'), 'stays.csv': rows('plain') })
  for (const name of ['gone.csv', 'stays.csv'])
    await app.check(source, name, { rule: 'notNegative', fields: ['price'] })
  const root_path = join(app.folder, 'written')
  mkdirSync(root_path)
  const { body: results } = await app.ask('POST', '/api/datastores', {
    name: 'results',
    connection: { name: 'results', type: 'local' },
    root_path,
    enrichment_only: true,
  })
  const { body: linked } = await app.ask(
    'PATCH',
    `/api/datastores/${source.datastore_id}/enrichment/${results.id}`,
  )
  await scanned(app, source)
  const recordsOf = async () => {
    const path = `${linked.enrichment_prefix}_source_records`
    const { status, body } = await app.ask('GET', `/api/datastores/${results.id}/source-records?path=${path}`)
    assert.equal(status, 200, JSON.stringify(body))
    const found: { SOURCE_CONTAINER: string; RECORD: string }[] = JSON.parse(body.source_records)
    return new Map(found.map(({ SOURCE_CONTAINER, RECORD }) => [SOURCE_CONTAINER, RECORD]))
  }
  assert.match((await recordsOf()).get('gone.csv') ?? '', /canary/)

  const gone = (await app.containers(source)).get('gone.csv') ?? 0
  await maskField(app, gone, 'note')
  assert.match((await recordsOf()).get('gone.csv') ?? '', /"note":"\*\*\*MASKED\*\*\*"/)
  assert.equal((await app.ask('DELETE', `/api/containers/${gone}`)).status, 204)
  const records = await recordsOf()
  assert.match(records.get('gone.csv') ?? '', /"price":-5,"note":"\*\*\*MASKED\*\*\*"/)
  assert.match(records.get('stays.csv') ?? '', /plain/)
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
  assert.equal((await change('doubled')).status, 200)
  await scanned(app, source, { incremental: true })
  const checkpoint = async () =>
    (await app.ask('GET', `/api/containers/${container}`)).body.incremental_checkpoint
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
