import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { FieldType } from '../../src/model/field.ts'
import { rules } from '../../src/rules/registry.ts'
import { ConfigClient, type ConfigFiles } from '../harness/config-client.ts'
import type { Body } from '../harness/scan-rounds.ts'
import { datastoreOn, tableStores } from '../harness/table-stores.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const types: Partial<Record<FieldType, string>> = {
  Integral: 'bigint',
  Fractional: 'double',
  String: 'varchar',
  Boolean: 'boolean',
  Date: 'date',
  Timestamp: 'timestamp',
}

type Columns = Record<string, FieldType>

const tableOf = (name: string, columns: Columns): string =>
  `create table "${name}" (${Object.entries(columns)
    .map(([column, type]) => `"${column}" ${types[type] ?? 'varchar'}`)
    .join(', ')})`

/** The first example of every rule, but of the one whose references clients leave as ids of the service that they come from. */
const examples = rules
  .all()
  .filter(({ type }) => type !== 'aggregationComparison')
  .flatMap(({ type, examples: [example] }) => (example ? [{ type, ...example }] : []))

describe('a configuration that is kept as files', { concurrency: false }, () => {
  const one = {} as WorkingApp
  const other = {} as WorkingApp
  const secrets = { 'sql server': 'nothing-to-see' }
  let files: Source
  before(async () => {
    Object.assign(one, await startWorkingApp())
    Object.assign(other, await startWorkingApp())
    const { allowed_paths } = one.environment.sources
    other.environment.sources = { ...other.environment.sources, allowed_paths }
    await fillFiles()
    await fillTables()
  })
  after(async () => {
    await one.close()
    await other.close()
  })

  const post = async (path: string, body: object): Promise<Body> => {
    const answer = await one.ask('POST', `/api${path}`, body)
    assert.equal(answer.status < 300, true, `${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const put = async (path: string, body: object): Promise<void> => {
    const answer = await one.ask('PUT', `/api${path}`, body)
    assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`)
  }

  /** Files with everything that people set, linked to a store of results. */
  const fillFiles = async (): Promise<void> => {
    const root_path = join(one.folder, 'results')
    mkdirSync(root_path)
    const connection = await post('/connections', {
      name: 'Results here',
      type: 'local',
      max_parallelization: 2,
    })
    const results = await post('/datastores', {
      name: 'a results',
      connection_id: connection.id,
      root_path,
      enrichment_only: true,
    })
    const text = 'id,amount,customer,ordered\n1,20,Ann,2026-01-01\n2,5,Bob,2026-01-02\n'
    files = await one.source({ 'orders.csv': text, 'customers.csv': 'id,name\n1,Ann\n' })
    await put(`/datastores/${files.datastore_id}`, {
      name: 'Files of sales',
      description: 'Orders as they come',
      tags: ['gold', 'a tag'],
      enrichment_source_record_limit: 7,
      high_count_rollup_threshold: 3,
    })
    assert.equal(
      (await one.ask('PATCH', `/api/datastores/${files.datastore_id}/enrichment/${results.id}`, {})).status,
      200,
    )
    const ids = await one.containers(files)
    const totals = await post('/containers', {
      container_type: 'computed_file',
      name: 'Totals by day',
      source_container_id: ids.get('orders.csv'),
      select_clause: 'ordered, sum(amount) as total',
      group_by_clause: 'ordered',
      description: 'Of every day',
      tags: ['gold'],
      additional_metadata: { zz: 'x', a: { b: 1 } },
    })
    await put(`/containers/${totals.id}`, {
      incremental_field_name: 'ordered',
      incremental_identifier_type: 'last-modified',
      partition_field: 'total',
      volumetric_tracking_enabled: false,
      freshness_tracking_enabled: true,
      key_fields: ['ordered'],
      group_by_fields: [['ordered'], ['ordered', 'total']],
    })
    await post('/computed-fields', {
      container_id: totals.id,
      name: 'twice',
      transformation: 'customExpression',
      properties: { column_expression: 'total * 2' },
    })
    await post('/quality-checks', {
      container_id: totals.id,
      rule: 'positive',
      fields: ['twice'],
      description: 'Twice is positive',
      filter: 'total > 0',
      tags: ['gold', 'night'],
      anomaly_message_field: 'ordered',
      additional_metadata: { owner: 'sales' },
    })
  }

  /** A table for each rule, with a check of its first example. */
  const fillTables = async (): Promise<void> => {
    const folder = join(one.folder, 'tables')
    mkdirSync(folder)
    const store = await tableStores['duckdb']?.(folder)
    assert.ok(store)
    const referenced = examples.flatMap(({ type, references = {} }) =>
      Object.entries(references).map(([id, { columns }]) => [`${type} ${id}`, columns] as const),
    )
    await store.run([
      ...examples.map(({ type, columns }) => tableOf(type, columns)),
      ...referenced.map(([name, columns]) => tableOf(name, columns)),
    ])
    const source = await datastoreOn(one, 'duckdb', store)
    await put(`/datastores/${source.datastore_id}`, { name: 'tables' })
    await one.ended(await one.trigger(source, { type: 'sync' }))
    const ids = await one.containers(source)
    for (const { type, given, references } of examples) {
      const { properties = {}, ...rest } = given
      const id = properties['ref_container_id']
      const ref_container_id = references && ids.get(`${type} ${String(id)}`)
      await post('/quality-checks', {
        ...rest,
        container_id: ids.get(type),
        rule: type,
        description: `The first example of ${type}`,
        properties: { ...properties, ...(ref_container_id !== undefined && { ref_container_id }) },
        status: 'Draft',
      })
    }
    // Clients find a container that is not computed by the name of its folder, which has no capitals and no points.
    const [column] = Object.keys(examples.find(({ type }) => type === 'unique')?.columns ?? {})
    await post('/computed-fields', {
      container_id: ids.get('unique'),
      name: 'as text',
      transformation: 'cast',
      source_fields: [column],
      properties: { target_type: 'string' },
      additional_metadata: { longer: 1, b: [1, null] },
    })
    await post('/containers', {
      container_type: 'computed_table',
      name: 'One',
      datastore_id: source.datastore_id,
      query: 'select 1 as n',
    })
  }

  const exported = (app: WorkingApp): Promise<ConfigFiles> =>
    new ConfigClient(app, secrets).export(['a results', 'Files of sales', 'tables'])

  test('comes back unchanged from an empty service, and from one that has it', async () => {
    const first = await exported(one)
    assert.ok(first.size > examples.length + 8, [...first.keys()].join('\n'))
    for (const app of [other, other]) {
      assert.deepEqual(await new ConfigClient(app, secrets).import(first), [])
      assert.deepEqual(Object.fromEntries(await exported(app)), Object.fromEntries(first))
    }
  })
})
