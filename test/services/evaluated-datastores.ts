import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { EngineFiles } from '../connectors/engine-files.ts'
import { parquetOf } from '../harness/parquet.ts'
import { harvest, untilEnded, type Asking, type Body } from '../harness/scan-rounds.ts'
import { datastoreOfFiles } from '../harness/evaluated-datastore.ts'
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

/** What tells an engine from others. */
interface Engine<Files extends EngineFiles> {
  type: string
  title: string
  skip: string | false
  open(): Promise<Files>
  /** Fails unless the engine has read the rows for this run. */
  requireUsed(at: Files, run: Body): Promise<void>
}

/** What the tests of one engine beside these are given. */
interface Tried<Files extends EngineFiles> {
  app(): WorkingApp
  at(): Files
  ask: Asking
}

/** What a datastore promises whose files an engine of this type evaluates, tried by the API and the engine itself. */
export function evaluatesDatastores<Files extends EngineFiles>(
  { type, title, skip, open, requireUsed }: Engine<Files>,
  more: (tried: Tried<Files>) => void,
): void {
  describe(`a datastore of files whose compute is ${title}`, { skip }, () => {
    let app: WorkingApp
    let at: Files
    let askApp: Asking
    const ask: Asking = (...asked) => askApp(...asked)
    const engine = () => ({ type, ...at.connection })
    before(async () => {
      app = await startWorkingApp()
      at = await open()
      app.environment.sources.allowed_paths = [app.folder, at.folder]
      askApp = async (method, path, body) => {
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

    test('gives the results of a scan that this service evaluates', async () => {
      const [here, there] = [
        await datastoreOfFiles(ask, at, null, checks),
        await datastoreOfFiles(ask, at, engine(), checks),
      ]
      const [ours, theirs] = [await scanned(here), await scanned(there)]
      assert.equal(theirs.result, 'success')
      assert.deepEqual(await harvest(ask, theirs), await harvest(ask, ours))
      await requireUsed(at, theirs)
      assert.deepEqual(await at.declared(), [], 'nothing stays declared')
    })

    test('says of what the engine does not evaluate that this service did, and why', async () => {
      const other = await open()
      try {
        app.environment.sources.allowed_paths = [app.folder, at.folder, other.folder]
        writeFileSync(join(other.folder, 'people.csv'), 'id,name\n1,Ada\n2,\n')
        writeFileSync(join(other.folder, 'lists.parquet'), await parquetOf('select [1] as list'))
        const notNull = (field: string) => [{ rule: 'notNull', description: field, fields: [field] }]
        const datastore = await datastoreOfFiles(
          ask,
          other,
          { type, ...other.connection },
          {
            'people.csv': notNull('name'),
            'lists.parquet': notNull('list'),
          },
        )
        const run = await scanned(datastore)
        assert.equal(run.result, 'success')
        assert.equal(run.status.anomalies_identified, 1)
        const told = run.container_scans.map((scan: { message: string }) => scan.message).sort()
        assert.deepEqual(told, [
          `"lists.parquet" was evaluated by this service and not by ${title}: its field "list" has the type INTEGER[], which is not declared.`,
          `"people.csv" was evaluated by this service and not by ${title}: only Parquet files are declared to an engine.`,
        ])
      } finally {
        await other.close()
      }
    })

    test('is profiled by it', async () => {
      const datastore = await datastoreOfFiles(ask, at, engine(), {})
      const { id } = await ask('POST', '/operations/run', { type: 'profile', datastore_id: datastore })
      const run = await untilEnded(ask, id)
      assert.equal(run.result, 'success', run.message)
      await requireUsed(at, run)
      const [container] = (await ask('GET', `/containers?datastore=${datastore}`)).items
      const { items } = await ask('GET', `/containers/${container.id}/field-profiles`)
      assert.equal(items.length, 4)
      assert.deepEqual(await at.declared(), [])
    })

    test('keeps the connection of its engine from being deleted, and gives it back', async () => {
      const datastore = await datastoreOfFiles(ask, at, engine(), {})
      const { compute } = await ask('GET', `/datastores/${datastore}`)
      assert.deepEqual(compute, { connection_id: compute.connection_id, ...at.place })
      const refused = await app.ask('DELETE', `/api/connections/${compute.connection_id}`)
      assert.equal(refused.status, 409, JSON.stringify(refused.body))
      const { compute: none } = await ask('PUT', `/datastores/${datastore}`, { compute: null })
      assert.equal(none, null)
      await ask('DELETE', `/connections/${compute.connection_id}`)
    })

    more({ app: () => app, at: () => at, ask })
  })
}
