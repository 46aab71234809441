import { hash, randomBytes } from 'node:crypto'
import { Client, escapeIdentifier, Pool } from 'pg'
import { migrate, readMigrations } from '../../src/store/migrate.ts'
import { openStore } from '../../src/store/pool.ts'

const steps = readMigrations().map(({ number, checksum }) => `${number} ${checksum}`)

/** Differs when the schema differs, so that no database of another schema is taken for one of this. */
export const schemaFingerprint = hash('sha256', steps.join()).slice(0, 32)

/** The database that the others are copied from: migrated, and nothing else in it. */
const template = `assay_template_${schemaFingerprint}`

const made = new Map<string, Promise<void>>()

/** Creates a database of this name as a copy of the template, which the first caller on a server makes. */
export async function copyTemplate(serverUrl: string, name: string): Promise<void> {
  const making = made.get(serverUrl) ?? makeTemplate(serverUrl)
  made.set(serverUrl, making)
  await making
  await ownerOf(serverUrl).query(
    `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)} strategy file_copy`,
  )
}

/** Ends the connections to it first. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await ownerOf(serverUrl).query(`drop database ${escapeIdentifier(name)} with (force)`)
}

const owners = new Map<string, Pool>()

/** The server's owner, on connections that are kept from one database to the next and keep no process alive: to open one costs more than what is asked on it. */
function ownerOf(serverUrl: string): Pool {
  const known = owners.get(serverUrl)
  if (known) return known
  const made = new Pool({
    connectionString: serverUrl,
    max: 2,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: true,
  })
  // The server may end before the process does.
  made.on('error', () => undefined)
  owners.set(serverUrl, made)
  return made
}

/** Migrated under another name and renamed at the end, so that a half template is never copied. */
async function makeTemplate(serverUrl: string): Promise<void> {
  await onPostgresql(serverUrl, async (client) => {
    const half = `assay_half_${randomBytes(6).toString('hex')}`
    // The lock ends with the connection.
    await client.query(`select pg_advisory_lock(hashtext('assay test template'))`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount !== 0) return
    await client.query(`create database ${half}`)
    const store = openStore(withDatabase(serverUrl, half))
    await migrate(store.pool)
    await store.close()
    await client.query(`alter database ${half} rename to ${escapeIdentifier(template)}`)
  })
}

/** Puts a copy of the template in the place of the database of this name. */
export async function replaceByTemplate(serverUrl: string, name: string): Promise<void> {
  await onPostgresql(serverUrl, (client) => client.query(`drop database if exists ${escapeIdentifier(name)}`))
  await copyTemplate(serverUrl, name)
}

/** Runs `act` on a connection of its own. */
async function onPostgresql(url: string, act: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await act(client)
  } finally {
    await client.end()
  }
}

/** The same server's address, of another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** The address of a database without the Unix socket that it may name, for those who speak with its host and port. */
export function overTcp(url: string): string {
  const address = new URL(url)
  address.search = ''
  return address.href
}
