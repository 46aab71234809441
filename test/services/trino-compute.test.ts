import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parquetOf } from '../harness/parquet.ts'
import { harvest, untilEnded, type Asking } from '../harness/scan-rounds.ts'
import { datastoreOfFiles } from '../harness/trino-datastore.ts'
import { trinoFiles, trinoFilesAbsence, type TrinoFiles } from '../harness/trino-files.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

const checks = {
  'orders_*.parquet': [
    { rule: 'notNull', description: 'customer', fields: ['customer'] },
    { rule: 'notNegative', description: 'price', fields: ['price'] },
    { rule: 'unique', description: 'unique', fields: ['id'] },
    { rule: 'sum', description: 'sum', fields: ['price'], properties: { value: 1 } },
    { rule: 'minPartitionSize', description: 'size', properties: { value: 301 } },
    {
      rule: 'maxValue',
      description: 'filtered',
      fields: ['price'],
      properties: { value: 200 },
      filter: 'id % 2 = 0',
    },
    {
      rule: 'satisfiesExpression',
      description: 'expression',
      properties: { expression: 'length(customer) < 12' },
    },
  ],
}

describe('a datastore of files whose compute is Trino', { skip: trinoFilesAbsence }, () => {
  let app: WorkingApp
  let at: TrinoFiles
  let ask: Asking
  before(async () => {
    app = await startWorkingApp()
    at = await trinoFiles()
    app.environment.sources.allowed_paths = [app.folder, at.folder]
    ask = async (method, path, body) => {
      const answer = await app.ask(method as 'GET', `/api${path}`, body)
      assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
      return answer.body
    }
    for (const day of [1, 2, 3])
      writeFileSync(
        join(at.folder, `orders_${day}.parquet`),
        await parquetOf(
          `select ${day} * 298 + i as id, case when i % 50 = 0 then null else 'customer ' || i * 10 end as customer,
             (i - 3)::decimal(18, 2) as price, timestamp '2026-01-01' + to_hours(i::integer) as seen from range(300) as numbers(i)`,
        ),
      )
  })
  after(async () => {
    await app.close()
    await at.close()
  })

  const scanned = async (datastore_id: number) => {
    const { id } = await ask('POST', '/operations/run', {
      type: 'scan',
      datastore_id,
      enrichment_source_record_limit: 1000,
    })
    return untilEnded(ask, id)
  }

  /** Statements that Trino has been sent for a run. */
  const sentFor = async (operation: number): Promise<number> => {
    const like = `query like '%assay operation=${operation} %${at.place.schema}%'`
    const [[sent] = []] = await at.run([
      `select count(*) from system.runtime.queries where ${like} and query not like '%system.runtime%'`,
    ])
    return Number(sent)
  }

  test('gives the results of a scan that this service evaluates', async () => {
    const [here, there] = [
      await datastoreOfFiles(ask, at, null, checks),
      await datastoreOfFiles(ask, at, at.connection, checks),
    ]
    const [ours, theirs] = [await scanned(here), await scanned(there)]
    assert.equal(theirs.result, 'success')
    assert.deepEqual(await harvest(ask, theirs), await harvest(ask, ours))
    assert.ok((await sentFor(theirs.id)) > 0, 'Trino has read the rows')
    assert.deepEqual(await at.declared(), [], 'nothing stays declared')
  })

  test('says of what Trino does not evaluate that this service did, and why', async () => {
    const other = await trinoFiles()
    try {
      app.environment.sources.allowed_paths = [app.folder, at.folder, other.folder]
      writeFileSync(join(other.folder, 'people.csv'), 'id,name\n1,Ada\n2,\n')
      writeFileSync(join(other.folder, 'lists.parquet'), await parquetOf('select [1] as list'))
      const notNull = (field: string) => [{ rule: 'notNull', description: field, fields: [field] }]
      const datastore = await datastoreOfFiles(ask, other, other.connection, {
        'people.csv': notNull('name'),
        'lists.parquet': notNull('list'),
      })
      const run = await scanned(datastore)
      assert.equal(run.result, 'success')
      assert.equal(run.status.anomalies_identified, 1)
      const told = run.container_scans.map((scan: { message: string }) => scan.message).sort()
      assert.deepEqual(told, [
        '"lists.parquet" was evaluated by this service and not by Trino: its field "list" has the type INTEGER[], which is not declared.',
        '"people.csv" was evaluated by this service and not by Trino: only Parquet files are declared to an engine.',
      ])
    } finally {
      await other.close()
    }
  })

  test('is profiled by Trino', async () => {
    const datastore = await datastoreOfFiles(ask, at, at.connection, {})
    const { id } = await ask('POST', '/operations/run', { type: 'profile', datastore_id: datastore })
    const { result, message } = await untilEnded(ask, id)
    assert.equal(result, 'success', message)
    const [container] = (await ask('GET', `/containers?datastore=${datastore}`)).items
    const { items } = await ask('GET', `/containers/${container.id}/field-profiles`)
    assert.equal(items.length, 4)
    assert.ok((await sentFor(id)) > 0, 'Trino has read the rows')
    assert.deepEqual(await at.declared(), [])
  })

  test('keeps its connection to Trino from being deleted, and gives it back', async () => {
    const datastore = await datastoreOfFiles(ask, at, at.connection, {})
    const { compute } = await ask('GET', `/datastores/${datastore}`)
    assert.deepEqual(compute, { connection_id: compute.connection_id, ...at.place })
    const refused = await app.ask('DELETE', `/api/connections/${compute.connection_id}`)
    assert.equal(refused.status, 409, JSON.stringify(refused.body))
    const { compute: none } = await ask('PUT', `/datastores/${datastore}`, { compute: null })
    assert.equal(none, null)
    await ask('DELETE', `/connections/${compute.connection_id}`)
  })

  test('is refused where Trino has no such schema, where the engine evaluates no files, and where it holds tables', async () => {
    const engine = await ask('POST', '/connections', {
      name: 'Trino itself',
      type: 'trino',
      ...at.connection,
    })
    const local = await ask('POST', '/connections', { name: 'a folder', type: 'local' })
    const refusing = async (members: object, status: number, sentence: RegExp) => {
      const answer = await app.ask('POST', '/api/datastores', { name: 'refused', ...members })
      assert.equal(answer.status, status, JSON.stringify(answer.body))
      assert.match(JSON.stringify(answer.body), sentence)
    }
    const compute = { connection_id: engine.id, ...at.place }
    const files = { connection_id: local.id, root_path: at.folder }
    await refusing({ ...files, compute: { ...compute, schema: 'nowhere' } }, 400, /has no schema \W+nowhere/)
    await refusing(
      { ...files, compute: { ...compute, connection_id: local.id } },
      422,
      /evaluates no files of others/,
    )
    await refusing({ ...files, compute: { ...compute, connection_id: 999_999 } }, 422, /no connection 999999/)
    const tables = { connection_id: engine.id, database: 'tpch', schema: 'tiny' }
    await refusing({ ...tables, compute }, 422, /Trino holds no files/)
  })
})
