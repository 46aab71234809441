import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { messageOf } from '../kernel/errors.ts'
import { packageFolder } from '../kernel/own-files.ts'

/** One numbered step of the schema. `checksum` is of its text, so that an edit after the fact is noticed. */
export interface Migration {
  number: number
  name: string
  text: string
  checksum: string
}

const folder = join(packageFolder, 'migrations')

/** Any number that only Assay's migrations use on a database: services that start together take turns. */
const lockKey = 7_230_417_118

const oldestVersion = 14

/** A step that takes longer says so, and again after each such time, milliseconds. */
const usualSlowMs = 10_000

/** Services that start together wait for each other for less than this, milliseconds, when there is nothing to do. */
const shortWaitMs = 1000

/** How a database is migrated. */
interface MigrationOptions {
  /** The steps (default: all of this version of the code). */
  migrations?: readonly Migration[]
  /** Told what a start waits for, in sentences, and of a slow step after each `slowMs` (default: nobody is). */
  tell?(sentence: string): void
  slowMs?: number
}

/** The same with its defaults. */
type Migrating = Required<MigrationOptions>

/** The steps in `migrations/`, in order. */
export function readMigrations(from = folder): Migration[] {
  return readdirSync(from)
    .filter((file) => /^\d{6}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const text = readFileSync(join(from, file), 'utf8')
      const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
      return { number: Number(file.slice(0, 6)), name: file.slice(7, -4), text, checksum }
    })
}

/**
 * Brings the database to this version of the code and returns how many steps that took. Refuses, with a sentence and
 * nothing changed, a PostgreSQL that is too old, a database that is newer than the code, and an applied step that was edited. Large
 * stores take minutes, in which only `tell` says what the service is doing.
 */
export async function migrate(
  pool: Pool,
  { migrations = readMigrations(), tell = () => undefined, slowMs = usualSlowMs }: MigrationOptions = {},
): Promise<number> {
  const migrating = { migrations, tell, slowMs }
  const client = await pool.connect()
  try {
    await requireVersion(client)
    // A lock of the session: each step is a transaction of its own, so that a failing one leaves those before it.
    await takeTurn(client, migrating)
    try {
      return await applyMissing(client, migrating)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lockKey])
    }
  } finally {
    client.release()
  }
}

/** Waits for a service that brings the database to its version now, or was killed over it: its statement goes on until its end. */
async function takeTurn(client: PoolClient, { tell }: Migrating): Promise<void> {
  const { rows } = await client.query<{ is_free: boolean }>('select pg_try_advisory_lock($1) as is_free', [
    lockKey,
  ])
  if (rows[0]?.is_free === true) return
  const sentence =
    'Another service, or one that was killed, is migrating the database; this one waits until that has ended.'
  const telling = setTimeout(() => tell(sentence), shortWaitMs)
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
  } finally {
    clearTimeout(telling)
  }
}

/** Throws a sentence for a server older than 14; `versionNumber` is PostgreSQL's own, e.g. 140012. */
export function refuseOldVersion(versionNumber: number): void {
  const major = Math.floor(versionNumber / 10_000)
  if (major >= oldestVersion) return
  throw new Error(
    `The database is PostgreSQL ${major}; Assay needs PostgreSQL ${oldestVersion} or newer. Point DATABASE_URL at a newer one, or unset it to use the embedded one.`,
  )
}

async function requireVersion(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  refuseOldVersion(Number(rows[0]?.server_version_num))
}

async function applyMissing(client: PoolClient, migrating: Migrating): Promise<number> {
  const { migrations } = migrating
  await client.query(`create table if not exists schema_migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied timestamptz not null default now()
  )`)
  const { rows: applied } = await client.query<{ number: number; name: string; checksum: string }>(
    'select number, name, checksum from schema_migrations order by number',
  )
  for (const done of applied) refuseForeign(done, migrations)
  const numbers = new Set(applied.map((done) => done.number))
  const missing = migrations.filter((migration) => !numbers.has(migration.number))
  for (const migration of missing) await tellingOf(migration, migrating, () => apply(client, migration))
  return missing.length
}

/** Does the work on a step, and tells while it is slow. */
async function tellingOf(
  { number, name }: Migration,
  { tell, slowMs }: Migrating,
  work: () => Promise<void>,
): Promise<void> {
  const begun = performance.now()
  const seconds = () => Math.round((performance.now() - begun) / 1000)
  let isSlow = false
  const timer = setInterval(() => {
    const long = `The migration ${number} (${name}) has been going on for ${seconds()} s`
    tell(isSlow ? `${long}.` : `${long}; the service is ready after it. Stopped, it begins anew.`)
    isSlow = true
  }, slowMs)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  if (isSlow) tell(`The migration ${number} (${name}) took ${seconds()} s.`)
}

function refuseForeign(
  done: { number: number; name: string; checksum: string },
  migrations: readonly Migration[],
): void {
  const known = migrations.find((migration) => migration.number === done.number)
  if (!known) {
    throw new Error(
      `The database was written by a newer Assay: it has the migration ${done.number} (${done.name}), which this one does not know. Start the newer Assay, or restore a backup from before it.`,
    )
  }
  if (known.checksum !== done.checksum) {
    throw new Error(
      `The migration ${done.number} (${done.name}) was changed after it had been applied to this database. Restore its file, and put the change into a new migration.`,
    )
  }
}

async function apply(client: PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.text)
    await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(
      `The migration ${migration.number} (${migration.name}) could not be applied and was rolled back: ${messageOf(error)}.`,
      { cause: error },
    )
  }
}
