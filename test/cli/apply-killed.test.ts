import assert from 'node:assert/strict'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createClient } from '../../client/src/index.ts'
import { runCommand, startCommand, type Said } from '../harness/command.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { launchService, type Service } from '../harness/launch-service.ts'
import { placeForHome } from '../harness/service-process.ts'

const checks = 60

describe('applying files when a process is killed in the middle', { concurrency: false }, () => {
  const place = placeForHome('private')
  const folder = mkdtempSync(join(tmpdir(), 'assay-killed-'))
  let database: TestDatabase
  let service: Service
  let url = ''
  let undisturbed: Record<string, string>
  const start = async () => {
    service = launchService({
      ASSAY_HOME: place.home,
      DATABASE_URL: database.url,
      ASSAY_SECRET_KEY: 'a secret of the tests, long enough to be one',
      ASSAY_ALLOWED_PATHS: folder,
      ASSAY_LEASE_SECONDS: '2',
    })
    url = await service.ready
  }
  before(async () => {
    database = await freshDatabase()
    writeConfiguration(folder)
    await start()
    undisturbed = await appliedAnew()
  })
  after(async () => {
    await service.end()
    await database.close()
    place.remove()
    rmSync(folder, { recursive: true })
  })

  const token = () => readFileSync(join(place.home, 'admin-token'), 'utf8').trim()
  const environment = () => ({ ASSAY_URL: url, ASSAY_TOKEN: token() })
  const client = () => createClient({ url, token: token() })
  const assay = async (...args: string[]): Promise<Said> => {
    const said = await runCommand(args, environment())
    assert.equal(said.code, 0, said.errors)
    return said
  }

  /** What the service has after applying, as files; it ends as it began. */
  async function appliedAnew(): Promise<Record<string, string>> {
    await assay('apply', join(folder, 'config'))
    const out = mkdtempSync(join(folder, 'out-'))
    await assay('export', out, '--datastore', 'Shop')
    const [shop] = await client().listDatastoreNames()
    await client().removeDatastore({ id: shop?.id ?? 0 })
    return Object.fromEntries(
      globSync('**/*.yaml', { cwd: out }).map((name) => [name, readFileSync(join(out, name), 'utf8')]),
    )
  }

  /** Starts to apply, and calls `kill` when the service has a part of the checks. */
  async function killed(kill: (command: ReturnType<typeof startCommand>) => unknown): Promise<number> {
    const command = startCommand(['apply', join(folder, 'config')], environment())
    for (let made = 0; made === 0;) {
      const { rows } = await database.store.pool.query('select count(*)::int as made from quality_checks')
      made = rows[0].made
    }
    await kill(command)
    const { code } = await command.said
    assert.notEqual(code, 0)
    const { rows } = await database.store.pool.query('select count(*)::int as made from quality_checks')
    assert.ok(rows[0].made < checks, `${rows[0].made} checks were made before it was killed`)
    return rows[0].made
  }

  test('a command that is killed goes on where it was when it is started again', async () => {
    await killed(({ child }) => child.kill('SIGKILL'))
    assert.deepEqual(await appliedAnew(), undisturbed)
    const [whole, stopped] = (await client().listConfigApplies({ size: 2 })).items
    assert.deepEqual([whole?.ended === null, stopped?.ended], [false, null])
  })

  test('a service that is killed has what it had confirmed, and the command says that it is away', async () => {
    await killed(() => service.end('SIGKILL'))
    await start()
    assert.deepEqual(await appliedAnew(), undisturbed)
  })
})

function writeConfiguration(folder: string): void {
  mkdirSync(join(folder, 'data'))
  mkdirSync(join(folder, 'config'))
  writeFileSync(join(folder, 'data/orders.csv'), 'id,amount\n1,10\n2,20\n')
  const check = (number: number) => `---
kind: quality_check
datastore: Shop
container: orders.csv
key: check ${number}
rule_type: maxValue
description: Amounts are below ${1000 + number}
fields: [amount]
properties: { value: ${1000 + number}, inclusive: true }
`
  writeFileSync(
    join(folder, 'config/shop.yaml'),
    `kind: connection
name: files
type: local
---
kind: datastore
name: Shop
connection: files
root_path: ${join(folder, 'data')}
${Array.from({ length: checks }, (_, number) => check(number)).join('')}`,
  )
}
