import { mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { Client } from 'pg'
import type { SessionBounds, Session } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { ExactNumber, type Cell } from '../../src/kernel/cell.ts'
import type { ContainerReference } from '../../src/model/container.ts'
import type { FieldType } from '../../src/model/field.ts'
import { freshDatabase } from './database.ts'
import { mariadbSource } from './mariadb-source.ts'

/** A small table to be put into a store under a name of its own. */
export interface ExampleTable {
  name: string
  columns: Record<string, FieldType>
  /** The engine's own types of columns that are not to have the usual ones. */
  native_types?: Record<string, string>
  rows: readonly (readonly Cell[])[]
  /** When a file of it was last modified (default: now); tables do not say. */
  last_modified?: string
}

/** An open session over all example tables, and how a container is called there. */
export interface ExampleStore {
  session: Session
  container(name: string): ContainerReference
  close(): Promise<void>
}

/** The engines that examples run on. */
export const exampleEngines = ['duckdb', 'sqlite', 'postgresql', 'mariadb'] as const

/** `bounds` go before those of `boundsIn`. */
export function openExamples(
  engine: (typeof exampleEngines)[number],
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds> = {},
): Promise<ExampleStore> {
  if (engine === 'duckdb') return parquetFiles(tables, bounds)
  if (engine === 'mariadb') return mariadbDatabase(tables, bounds)
  return engine === 'sqlite' ? sqliteFile(tables, bounds) : postgresqlSchema(tables, bounds)
}

export function boundsIn(folder: string): SessionBounds {
  const scratch = join(folder, 'scratch')
  mkdirSync(scratch, { recursive: true })
  return {
    memory_mb: 512,
    scratch_folder: scratch,
    allowed_paths: [folder],
    statement_timeout_seconds: 60,
    signal: new AbortController().signal,
  }
}

const nativeTypes: Record<(typeof exampleEngines)[number], Partial<Record<FieldType, string>>> = {
  duckdb: {
    Integral: 'bigint',
    Fractional: 'double',
    String: 'varchar',
    Boolean: 'boolean',
    Date: 'date',
    Timestamp: 'timestamp',
  },
  sqlite: {
    Integral: 'integer',
    Fractional: 'real',
    String: 'text',
    Boolean: 'boolean',
    Date: 'date',
    Timestamp: 'timestamp',
  },
  postgresql: {
    Integral: 'bigint',
    Fractional: 'double precision',
    String: 'text',
    Boolean: 'boolean',
    Date: 'date',
    Timestamp: 'timestamp',
  },
  mariadb: {
    Integral: 'bigint',
    Fractional: 'double',
    String: 'longtext',
    Boolean: 'boolean',
    Date: 'date',
    Timestamp: 'datetime(6)',
  },
}

/** `create table` and one `insert` with literals; numbers and text only, so no driver's conversion stands between. */
export function exampleStatements(
  engine: keyof typeof nativeTypes,
  table: string,
  { columns, native_types = {}, rows }: ExampleTable,
): string[] {
  const types = nativeTypes[engine]
  const defined = Object.entries(columns).map(
    ([name, type]) => `${quoted(engine, name)} ${native_types[name] ?? types[type] ?? 'text'}`,
  )
  const lines = rows.map((row) => `(${row.map((cell) => literal(engine, cell)).join(', ')})`)
  const create = `create table ${table} (${defined.join(', ')})`
  return lines.length === 0 ? [create] : [create, `insert into ${table} values ${lines.join(', ')}`]
}

function quoted(engine: string, name: string): string {
  return engine === 'mariadb' ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`
}

function literal(engine: string, cell: Cell): string {
  if (cell === null) return 'null'
  if (typeof cell === 'boolean') return engine === 'sqlite' ? String(Number(cell)) : String(cell)
  if (typeof cell === 'number') return Object.is(cell, -0) ? '-0.0' : numberLiteral(engine, cell)
  if (typeof cell === 'bigint' || cell instanceof ExactNumber) return cell.toString()
  const text = engine === 'mariadb' ? String(cell).replaceAll('\\', '\\\\') : String(cell)
  return `'${text.replaceAll("'", "''")}'`
}

function numberLiteral(engine: string, value: number): string {
  if (Number.isFinite(value)) return String(value)
  // SQLite has infinities only as overflowing numbers, and no NaN at all.
  if (engine === 'sqlite') return Number.isNaN(value) ? 'null' : `${value < 0 ? '-' : ''}9e999`
  // MariaDB has neither.
  if (engine === 'mariadb')
    return Number.isNaN(value) ? 'null' : `${value < 0 ? '-' : ''}1.7976931348623157e308`
  return `'${value}'`
}

async function parquetFiles(
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds>,
): Promise<ExampleStore> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-examples-'))
  const instance = await DuckDBInstance.create(':memory:')
  const writer = await instance.connect()
  for (const table of tables) {
    for (const statement of exampleStatements('duckdb', 't', table)) await writer.run(statement)
    const path = join(folder, `${table.name}.parquet`)
    await writer.run(`copy t to '${path}' (format parquet)`)
    if (table.last_modified) utimesSync(path, new Date(table.last_modified), new Date(table.last_modified))
    await writer.run('drop table t')
  }
  writer.closeSync()
  instance.closeSync()
  const session = await connectors
    .get('local')
    .open({}, { database: null, schema: null, root_path: folder }, { ...boundsIn(folder), ...bounds })
  return closing(
    session,
    (name) => ({ name: `${name}.parquet`, container_type: 'file', file_options: {} }),
    folder,
  )
}

async function sqliteFile(
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds>,
): Promise<ExampleStore> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-examples-'))
  const uri = join(folder, 'examples.sqlite')
  const database = new DatabaseSync(uri)
  for (const table of tables)
    for (const statement of exampleStatements('sqlite', `"${table.name}"`, table)) database.exec(statement)
  database.close()
  const session = await connectors
    .get('sqlite')
    .open({ uri }, { database: null, schema: null, root_path: null }, { ...boundsIn(folder), ...bounds })
  return closing(session, tableNamed, folder)
}

async function postgresqlSchema(
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds>,
): Promise<ExampleStore> {
  const database = await freshDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query('create schema examples; set search_path to examples')
  for (const table of tables) {
    for (const statement of exampleStatements('postgresql', `"${table.name}"`, table))
      await client.query(statement)
  }
  await client.end()
  const folder = mkdtempSync(join(tmpdir(), 'assay-examples-'))
  const { hostname, port, username, password, pathname } = new URL(database.url)
  const session = await connectors.get('postgresql').open(
    {
      host: hostname,
      port: Number(port),
      username,
      password: decodeURIComponent(password),
      parameters: { sslmode: 'disable' },
    },
    { database: pathname.slice(1), schema: 'examples', root_path: null },
    { ...boundsIn(folder), ...bounds },
  )
  return closing(session, tableNamed, folder, database.close)
}

async function mariadbDatabase(
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds>,
): Promise<ExampleStore> {
  const source = await mariadbSource()
  await source.run(
    tables.flatMap((table) => exampleStatements('mariadb', quoted('mariadb', table.name), table)),
  )
  const folder = mkdtempSync(join(tmpdir(), 'assay-examples-'))
  const session = await connectors
    .get('mariadb')
    .open(source.connection, source.target, { ...boundsIn(folder), ...bounds })
  return closing(session, tableNamed, folder, source.close)
}

function tableNamed(name: string): ContainerReference {
  return { name, container_type: 'table', file_options: {} }
}

function closing(
  session: Session,
  container: (name: string) => ContainerReference,
  folder: string,
  after: () => Promise<void> = async () => undefined,
): ExampleStore {
  return {
    session,
    container,
    async close() {
      await session.close()
      await after()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
