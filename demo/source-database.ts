import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'

/** The database of the demo, and the role that may read it and do nothing else; both are called so. */
export const demoName = 'assay_demo'

/** A database with some of the files as tables: what a service would connect to. */
export interface SourceDatabase {
  host: string
  port: number
  /** Gives the reading role a new password, the only one from now on. */
  renewPassword(): Promise<string>
}

interface Table {
  name: string
  file: string
  rows: number
  columns: string
  /** What becomes of a record of the file, `r`, whose members are typed by `members`. */
  values: string
  members: string
}

const tables: readonly Table[] = [
  {
    name: 'movies',
    file: 'movies.json',
    rows: 3201,
    columns: `title text, release_date date, director text, distributor text, mpaa_rating text, us_gross bigint,
      worldwide_gross bigint, production_budget bigint, imdb_rating numeric(3, 1), imdb_votes integer`,
    values: `"Title", to_date("Release Date", 'Mon DD YYYY'), "Director", "Distributor", "MPAA Rating", "US Gross",
      "Worldwide Gross", "Production Budget", "IMDB Rating", "IMDB Votes"`,
    members: `"Title" text, "Release Date" text, "Director" text, "Distributor" text, "MPAA Rating" text, "US Gross" bigint,
      "Worldwide Gross" bigint, "Production Budget" bigint, "IMDB Rating" numeric, "IMDB Votes" integer`,
  },
  {
    name: 'airports',
    file: 'airports.csv',
    rows: 3376,
    columns: `iata text, name text, city text, state text, country text, latitude double precision,
      longitude double precision`,
    values: 'iata, name, city, state, country, latitude, longitude',
    members: `iata text, name text, city text, state text, country text, latitude double precision,
      longitude double precision`,
  },
  {
    name: 'flights',
    file: 'flights-20k.json',
    rows: 20_000,
    columns: 'departure timestamp, delay integer, distance integer, origin text, destination text',
    values: `to_timestamp(date, 'YYYY/MM/DD HH24:MI')::timestamp, delay, distance, origin, destination`,
    members: 'date text, delay integer, distance integer, origin text, destination text',
  },
  {
    name: 'weather',
    file: 'weather.csv',
    rows: 2922,
    columns: `location text, day date, precipitation numeric(5, 1), temp_max numeric(4, 1), temp_min numeric(4, 1),
      wind numeric(4, 1), weather text`,
    values: 'location, date, precipitation, temp_max, temp_min, wind, weather',
    members: `location text, date date, precipitation numeric, temp_max numeric, temp_min numeric, wind numeric,
      weather text`,
  },
]

/** Makes the database and its role on the server at `url`, and loads what is not there yet; running it again is safe. */
export async function prepareSourceDatabase(url: string, dataFolder: string): Promise<SourceDatabase> {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [demoName])
    if (rowCount === 0) await client.query(`create database ${demoName}`)
    const { rowCount: roles } = await client.query('select from pg_roles where rolname = $1', [demoName])
    if (roles === 0) await client.query(`create role ${demoName} login`)
  })
  const target = new URL(url)
  const { hostname: host, port } = target
  target.pathname = `/${demoName}`
  await withClient(target.href, async (client) => {
    for (const table of tables) if (!(await isLoaded(client, table))) await load(client, table, dataFolder)
    await client.query(`grant usage on schema public to ${demoName}`)
    await client.query(`grant select on all tables in schema public to ${demoName}`)
  })
  return {
    host,
    port: Number(port || 5432),
    async renewPassword() {
      const password = randomBytes(24).toString('base64url')
      await withClient(url, (client) =>
        client.query(`alter role ${demoName} password ${client.escapeLiteral(password)}`),
      )
      return password
    },
  }
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, application_name: 'assay demo' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function isLoaded(client: Client, { name, rows }: Table): Promise<boolean> {
  const found = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [name])
  if (found.rows[0]?.there !== true) return false
  const counted = await client.query<{ count: string }>(`select count(*) from ${name}`)
  return Number(counted.rows[0]?.count) === rows
}

/** All or nothing: a table that is there has all its rows. */
async function load(client: Client, table: Table, dataFolder: string): Promise<void> {
  const text = await readFile(join(dataFolder, table.file), 'utf8')
  const records = table.file.endsWith('.csv') ? JSON.stringify(recordsOf(text)) : text
  await client.query('begin')
  await client.query(`drop table if exists ${table.name}`)
  await client.query(`create table ${table.name} (${table.columns})`)
  await client.query(
    `insert into ${table.name} select ${table.values} from json_to_recordset($1) as r (${table.members})`,
    [records],
  )
  await client.query('commit')
}

/** The rows of a CSV whose values have no line breaks; an empty value is null. */
function recordsOf(text: string): Record<string, string | null>[] {
  const [header = [], ...rows] = text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    )
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] || null])))
}
