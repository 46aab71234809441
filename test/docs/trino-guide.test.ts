import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { blocksOf } from '../harness/guide-blocks.ts'
import { launchService, type Service } from '../harness/launch-service.ts'
import { parquetOf } from '../harness/parquet.ts'
import { placeForHome } from '../harness/service-process.ts'
import { trinoFiles, trinoFilesAbsence, type TrinoFiles } from '../harness/trino-files.ts'
import { trinoObjects, trinoObjectsAbsence, type TrinoObjects } from '../harness/trino-objects.ts'

describe('what a reader of the guide pastes about files and Trino', { skip: trinoFilesAbsence }, () => {
  const { home, remove } = placeForHome('open')
  const folder = dirname(home)
  let database: TestDatabase
  let at: TrinoFiles
  let service: Service
  let url: string
  before(async () => {
    database = await freshDatabase()
    at = await trinoFiles()
    writeFileSync(
      join(at.folder, 'orders.parquet'),
      await parquetOf(
        `select i as id, case when i > 1 then 'Ada' end as customer from range(5) as numbers(i)`,
      ),
    )
    service = launchService({ ASSAY_HOME: home, ASSAY_ALLOWED_PATHS: at.folder, DATABASE_URL: database.url })
    url = await service.ready
  })
  after(async () => {
    await service.end()
    await at.close()
    await database.close()
    remove()
  })

  test('starts three workers, and has a scan evaluated by Trino, in ten commands', async () => {
    const [functions = ''] = blocksOf('using-assay.md', 'sh')
    const [commands = ''] = blocksOf('compute.md', 'sh')
    assert.equal(commands.trim().split('\n').length, 10)
    const main = join(import.meta.dirname, '../../src/main.ts')
    const here = {
      'http://127.0.0.1:8080': url,
      '.assay/admin-token': join(home, 'admin-token'),
      'postgresql://assay:secret@db.example.com:5432/assay': database.url,
      '.assay/secret-key': join(home, 'secret-key'),
      'ASSAY_ROLE=worker': `ASSAY_ALLOWED_PATHS='${at.folder}' ASSAY_ROLE=worker`,
      'npm start': `'${process.execPath}' '${main}'`,
      'trino.example.com': '127.0.0.1',
      '"port": 8080': `"port": ${at.connection.port}`,
      '"/data/lake"': `"${at.folder}"`,
      assay_scratch: at.place.schema,
      'local:///lake': at.place.location,
    }
    const { status, stdout, stderr } = pasted(replaced([functions, commands].join('\n'), here), folder)
    assert.equal(status, 0, `${stderr}\nafter:\n${stdout}`)
    assert.deepEqual(linesOf(stdout), [
      '"sync"  "success"  null',
      '"notNull"  "Active"',
      '"scan"  "success"  null',
    ])
    const [[sent] = []] = await at.run([
      `select count(*) from system.runtime.queries where query like '%assay operation=%${at.place.schema}%' and query not like '%system.runtime%'`,
    ])
    assert.ok(Number(sent) > 0, 'Trino has read the rows')
    assert.deepEqual(await at.declared(), [])
  })
})

describe('what a reader of the guide pastes about objects and Trino', { skip: trinoObjectsAbsence }, () => {
  const { home, remove } = placeForHome('open')
  let database: TestDatabase
  let at: TrinoObjects
  let service: Service
  let url: string
  before(async () => {
    database = await freshDatabase()
    at = await trinoObjects(catalogOfTheGuide)
    await at.put('files/orders.parquet', await parquetOf('select i as id from range(5) as numbers(i)'))
    service = launchService({ ASSAY_HOME: home, DATABASE_URL: database.url })
    url = await service.ready
  })
  after(async () => {
    await service?.end()
    await at?.close()
    await database.close()
    remove()
  })

  test('has objects of a bucket scanned by Trino, through the catalog that it shows', () => {
    const [functions = ''] = blocksOf('using-assay.md', 'sh')
    const [, commands = ''] = blocksOf('compute.md', 'sh')
    const { endpoint, region } = at.bucket.parameters
    const here = {
      'http://127.0.0.1:8080': url,
      '.assay/admin-token': join(home, 'admin-token'),
      'trino.example.com': '127.0.0.1',
      '"port": 8080': `"port": ${at.engine.port}`,
      'https://objects.example.com:9000': endpoint,
      'eu-central-1': region,
      'AKIA-OF-ASSAY': at.bucket.access_key,
      'secret-of-assay': at.bucket.secret_key,
      '"catalog": "objects"': `"catalog": "${at.place.catalog}"`,
    }
    const { status, stdout, stderr } = pasted(replaced([functions, commands].join('\n'), here), dirname(home))
    assert.equal(status, 0, `${stderr}\nafter:\n${stdout}`)
    assert.deepEqual(linesOf(stdout), ['"sync"  "success"  null', '"scan"  "success"  null'])
  })
})

/** The properties that the guide shows, with the server and the keys of a test. */
function catalogOfTheGuide({
  access_key,
  secret_key,
  parameters,
}: TrinoObjects['bucket']): Record<string, string> {
  const [, shown = ''] = blocksOf('compute.md', 'properties')
  const real = replaced(shown, {
    'https://objects.example.com:9000': parameters.endpoint,
    'eu-central-1': parameters.region,
    'AKIA-OF-TRINO': access_key,
    'secret-of-trino': secret_key,
  })
  return Object.fromEntries(
    real
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

function replaced(script: string, by: Record<string, string>): string {
  let text = script
  for (const [shown, real] of Object.entries(by)) text = text.replaceAll(shown, () => real)
  return text
}

const pasted = (script: string, folder: string) =>
  spawnSync('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, encoding: 'utf8' })

/** Without the numbers of runs and checks, with which they begin. */
const linesOf = (stdout: string): string[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => line.replace(/^\d+ +/, ''))
