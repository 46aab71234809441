import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { BenchCheck } from './bench-check.ts'
import type { SmallTables } from './small-tables.ts'

/** Where the table `orders` is, in the words of each tool. */
interface Place {
  soda: { connection: object; type: string; dataset: string }
  dbt: object
}

/** What Soda is asked: contracts, and where their datasets are. */
export interface SodaSetup {
  data_source: object
  contracts: readonly object[]
}

/** The name of the table that the peers verify. */
const table = 'orders'

/** What Soda and dbt are asked: a contract with a check for each, and a test for each. */
export function setupsOf(place: Place, checks: readonly BenchCheck[]): { soda: SodaSetup; dbt: object } {
  const { type, connection, dataset } = place.soda
  return {
    soda: {
      data_source: { type, name: 'bench', connection },
      contracts: [{ dataset: `bench/${dataset}/${table}`, columns: [], checks: checks.map(sodaCheck) }],
    },
    dbt: { profile: place.dbt, tests: checks.map(dbtTest) },
  }
}

/** A view of the file in databases of their own, because two processes cannot open one for writing. */
export async function peersOnParquet(folder: string, path: string): Promise<Place> {
  const files = { soda: join(folder, 'soda.duckdb'), dbt: join(folder, 'dbt.duckdb') }
  for (const file of Object.values(files)) {
    const instance = await DuckDBInstance.create(file)
    const connection = await instance.connect()
    await connection.run(`create or replace view ${table} as from read_parquet('${path}')`)
    connection.closeSync()
    instance.closeSync()
  }
  return {
    soda: { type: 'duckdb', connection: { database: files.soda }, dataset: 'soda/main' },
    dbt: { type: 'duckdb', path: files.dbt, schema: 'main', threads: 2 },
  }
}

/** Members of a connection to a PostgreSQL server, whose database is `assay`. */
interface Login {
  host: string
  port: number
  username: string
  password: string
}

/** The schema `public` of the database `assay`, which each tool reads by a connection of its own. */
export function peersOnPostgresql({ host, port, username: user, password }: Login): Place {
  const login = { host, port, user, password }
  return {
    soda: { type: 'postgres', connection: { ...login, database: 'assay' }, dataset: 'assay/public' },
    dbt: { type: 'postgres', ...login, dbname: 'assay', schema: 'public', threads: 1 },
  }
}

/** Soda counts the conditions of all checks in one statement, whatever their kind. */
function sodaCheck({ description: name, fields, failing }: BenchCheck): object {
  if (failing !== null) return { failed_rows: { name, qualifier: name, expression: failing } }
  return { duplicate: { name, qualifier: name, columns: fields, filter: present(fields) } }
}

/** dbt's own `unique` counts the values that are repeated; this one the rows that are too many. */
function dbtTest({ fields, failing }: BenchCheck): string {
  if (failing !== null) return `select * from ${table} where ${failing}`
  const keys = fields.join(', ')
  return `{{ config(fail_calc = 'coalesce(sum(n - 1), 0)') }}
    select ${keys}, count(*) as n from ${table} where ${present(fields)} group by ${keys} having count(*) > 1`
}

const present = (fields: readonly string[]) => fields.map((field) => `${field} is not null`).join(' and ')

/** The five checks of small tables in the words of Soda's guide, in the order of the service's; null where Soda does not read the source. */
export function sodaOnSmallTables(
  { datastore: { connection } }: SmallTables,
  names: readonly string[],
): SodaSetup | null {
  if (!isLogin(connection)) return null
  const { type, connection: login, dataset } = peersOnPostgresql(connection).soda
  const missing = { missing: null }
  const columns = [
    { name: 'id', checks: [missing] },
    { name: 'name', checks: [missing, { invalid: { valid_max_length: 20 } }] },
    { name: 'amount', checks: [{ invalid: { valid_min: 0, valid_max: 999 } }] },
    { name: 'kind', checks: [{ invalid: { valid_values: ['a', 'b', 'c'] } }] },
  ]
  return {
    data_source: { type, name: 'bench', connection: login },
    contracts: names.map((name) => ({ dataset: `bench/${dataset}/${name}`, columns })),
  }
}

const isLogin = (connection: object): connection is Login => 'port' in connection
