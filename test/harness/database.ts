import { hash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import { startEmbedded } from '../../src/store/embedded/server.ts'
import { migrate, readMigrations } from '../../src/store/migrate.ts'
import { openStore, type Store } from '../../src/store/pool.ts'

/** A migrated database of its own, with nothing in it but what the migrations put there. */
export interface TestDatabase {
  store: Store
  url: string
  /** Drops it. The last one of this process to close also stops the server that this process started. */
  close(): Promise<void>
}

/** A PostgreSQL for tests; `url` names its `postgres` database. */
export interface TestServer {
  url: string
  stop(): Promise<void>
}

let server: Promise<TestServer> | null = null
let open = 0

/**
 * Copies the migrated template, which the first caller makes. The server is the one of ASSAY_TEST_DATABASE_URL, as
 * `npm test` sets it, else one that this process starts and that lives until its last database is closed.
 */
export async function freshDatabase(): Promise<TestDatabase> {
  open++
  try {
    server ??= givenServer() ?? startTestServer()
    const { url: serverUrl } = await server
    const name = `assay_test_${randomBytes(6).toString('hex')}`
    await onServer(serverUrl, async (client) => {
      const template = await ensureTemplate(client, serverUrl)
      await client.query(`create database ${name} template ${escapeIdentifier(template)}`)
    })
    const url = withDatabase(serverUrl, name)
    const store = openStore(url)
    return {
      store,
      url,
      async close() {
        await store.close()
        await onServer(serverUrl, (client) => client.query(`drop database ${name} with (force)`))
        await leave()
      },
    }
  } catch (error) {
    await leave()
    throw error
  }
}

async function leave(): Promise<void> {
  open--
  if (open > 0) return
  const last = server
  server = null
  await (await last)?.stop()
}

/** Starts a server in a temporary home. It does not wait for the disk: nothing in it outlives the tests. */
export async function startTestServer(): Promise<TestServer> {
  const home = mkdtempSync(join(tmpdir(), 'assay-tests-'))
  const fail = (sentence: string) => process.stderr.write(`${sentence}\n`)
  const started = await startEmbedded(
    home,
    { warned: fail, lost: fail },
    { fsync: 'off', full_page_writes: 'off', max_connections: '100' },
  )
  return {
    url: withDatabase(started.url, 'postgres'),
    async stop() {
      await started.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function givenServer(): Promise<TestServer> | null {
  const url = process.env['ASSAY_TEST_DATABASE_URL']
  return url ? Promise.resolve({ url, stop: async () => undefined }) : null
}

/** Migrated under another name and renamed at the end, so that a half template is never copied. */
async function ensureTemplate(client: Client, serverUrl: string): Promise<string> {
  const checksums = readMigrations().map((migration) => migration.checksum)
  const template = `assay_template_${hash('sha256', checksums.join()).slice(0, 32)}`
  const half = `assay_half_${randomBytes(6).toString('hex')}`
  await client.query(`select pg_advisory_lock(hashtext('assay test template'))`)
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
  if (rowCount === 0) {
    await client.query(`create database ${half}`)
    const store = openStore(withDatabase(serverUrl, half))
    await migrate(store.pool)
    await store.close()
    await client.query(`alter database ${half} rename to ${escapeIdentifier(template)}`)
  }
  await client.query(`select pg_advisory_unlock(hashtext('assay test template'))`)
  return template
}

async function onServer(url: string, act: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await act(client)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
