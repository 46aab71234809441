import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parquetOf } from '../harness/parquet.ts'
import { harvest, untilEnded, type Asking, type Body } from '../harness/scan-rounds.ts'
import { newsOf, portSetting, startSparkServer, type SparkServer } from '../harness/spark-server.ts'
import { datastoreOfFiles } from '../harness/evaluated-datastore.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

const jars = process.env['ASSAY_TEST_SPARK_JARS']
const absence = jars
  ? false
  : 'ASSAY_TEST_SPARK_JARS is no folder with the jars of Spark Connect; `npm run engines -- spark` fetches them and runs this'

/** The tasks of a scan at whose beginnings the server is killed. */
const kills = process.env['ASSAY_FULL'] === '1' ? [1, 4, 8, 12, 16, 20] : [1, 12]

const checks = {
  'orders_*.parquet': [
    { rule: 'notNull', description: 'customer', fields: ['customer'] },
    { rule: 'notNegative', description: 'price', fields: ['price'] },
    { rule: 'unique', description: 'unique', fields: ['id'] },
    { rule: 'sum', description: 'sum', fields: ['price'], properties: { value: 1 } },
  ],
}

describe('a scan of files by a Spark server', { skip: absence, timeout: 1_800_000 }, () => {
  let server: SparkServer
  let app: WorkingApp
  let undisturbed: object
  before(async () => {
    server = await startSparkServer(jars ?? '')
    app = await startWorkingApp()
    for (let day = 1; day <= 4; day++)
      writeFileSync(
        join(app.folder, `orders_${day}.parquet`),
        await parquetOf(
          `select ${day} * 298 + i as id, case when i % 100 = 0 then null else 'customer ' || i end as customer,
             (i - 3)::decimal(18, 2) as price from range(300) as numbers(i)`,
        ),
      )
    undisturbed = await harvest(ask, await untilEnded(ask, await begun()))
  })
  after(async () => {
    await app?.close()
    await server?.end()
  })

  const ask: Asking = async (method, path, body) => {
    const answer = await app.ask(method as 'GET', `/api${path}`, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body as Body
  }

  /** The id of a scan of a new datastore. */
  const begun = async (): Promise<number> => {
    const connection = {
      type: 'spark',
      host: server.host,
      port: server.port,
      username: 'assay',
      parameters: { sslmode: 'disable' },
    }
    const place = { catalog: null, schema: null, location: `file://${app.folder}` }
    const datastore_id = await datastoreOfFiles(ask, { folder: app.folder, place }, connection, checks)
    const scan = { type: 'scan', datastore_id, enrichment_source_record_limit: 1000 }
    return (await ask('POST', '/operations/run', scan)).id
  }

  for (const task of kills)
    test(`finds what an undisturbed one finds when the server is killed at its task ${task} and starts again`, async () => {
      const news = newsOf(server)
      const id = await begun()
      await news.of(/Running task/, task)
      await server.kill()
      const { end_time } = await ask('GET', `/operations/${id}`)
      assert.equal(end_time, null, 'the scan had ended before')
      const killed = server
      server = await startSparkServer(jars ?? '', { [portSetting]: String(killed.port) })
      await killed.end()
      const run = await untilEnded(ask, id)
      assert.equal(run.result, 'success', run.message)
      assert.deepEqual(await harvest(ask, run), undisturbed)
    })
})
