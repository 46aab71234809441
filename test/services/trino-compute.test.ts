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
  'people.csv': [{ rule: 'notNull', description: 'name', fields: ['name'] }],
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
    writeFileSync(join(at.folder, 'people.csv'), 'id,name\n1,Ada\n2,\n')
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

  test('gives the results of a scan that this service evaluates', async () => {
    const [here, there] = [
      await datastoreOfFiles(ask, at, null, checks),
      await datastoreOfFiles(ask, at, at.connection, checks),
    ]
    const [ours, theirs] = [await scanned(here), await scanned(there)]
    assert.equal(theirs.result, 'success')
    assert.equal(
      theirs.message,
      '"people.csv" was evaluated by this service and not by Trino: only Parquet files are declared to an engine.',
    )
    assert.deepEqual(await harvest(ask, { ...theirs, message: ours.message }), await harvest(ask, ours))
    const sent = await at.run([
      `select count(*) from system.runtime.queries where query like '%assay operation=${theirs.id} %${at.place.schema}%' and query not like '%system.runtime%'`,
    ])
    assert.ok(Number(sent[0]?.[0]) > 0, 'Trino has read the rows')
    assert.deepEqual(await at.declared(), [], 'nothing stays declared')
  })
})
