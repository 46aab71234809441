import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { request } from 'node:http'
import type { ConnectionValues, DatastoreTarget } from '../../src/connectors/connector.ts'

const address = process.env['ASSAY_TEST_TRINO']

/** Why the tests of Trino are skipped; false when they run. */
export const trinoAbsence: string | false = address
  ? false
  : 'ASSAY_TEST_TRINO is no address of a Trino server with the catalogs `memory`, `tpch` and `iceberg`; `npm run engines -- trino` installs and starts one and runs this'

/** A schema of its own that a test connects to as a source. */
export interface TrinoSource {
  connection: ConnectionValues & { host: string; port: number; username: string }
  target: DatastoreTarget & { database: string; schema: string }
  /** Runs statements in this schema, several at a time when their order does not count; answers with the rows of the last. */
  run(statements: readonly string[]): Promise<unknown[][]>
  close(): Promise<void>
}

/** On the server that ASSAY_TEST_TRINO names, in clear and without a password. */
export async function trinoSource(catalog: 'memory' | 'iceberg' = 'memory'): Promise<TrinoSource> {
  const schema = `source_${randomBytes(6).toString('hex')}`
  const run = (statements: readonly string[]): Promise<unknown[][]> =>
    runOn({ address: address ?? '', catalog, schema }, statements)
  await run([`create schema ${catalog}.${schema}`])
  return {
    connection: connectionTo(address ?? ''),
    target: { database: catalog, schema, root_path: null },
    run,
    async close() {
      await run([`drop schema ${catalog}.${schema} cascade`])
    },
  }
}

/** The members of a connection to the server, in clear and without a password. */
export function connectionTo(server: string): TrinoSource['connection'] {
  const { hostname, port } = new URL(server)
  return { host: hostname, port: Number(port), username: 'assay', parameters: { sslmode: 'disable' } }
}

/** A server, and the schema that names in statements mean (of the catalog `memory`, unless it says another). */
interface At {
  address: string
  catalog?: string
  schema: string
}

/** Runs statements one after the other; answers with the rows of the last. */
export async function runOn(place: At, statements: readonly string[]): Promise<unknown[][]> {
  let last: unknown[][] = []
  for (const sql of statements) last = await rowsOf(sql, place)
  return last
}

/** What the test's own client reads of a page of an answer. */
export interface TrinoPage {
  nextUri?: string
  columns?: { name: string; type: string }[]
  data?: unknown[][]
  error?: { message: string; errorType: string; errorName: string }
}

/**
 * The pages of the answer to a statement, whose end is asked for when the signal aborts or nobody reads on. `parse` reads the JSON of a page
 * (default: as JavaScript does).
 */
export async function* trinoPages(
  sql: string,
  place: At,
  {
    parse = (text) => JSON.parse(text) as unknown,
    signal,
  }: { parse?: (text: string) => unknown; signal?: AbortSignal } = {},
): AsyncGenerator<TrinoPage> {
  let next: string | undefined
  const end = (): void => {
    if (next !== undefined) void asked('DELETE', next, place).catch(() => undefined)
  }
  signal?.addEventListener('abort', end)
  try {
    for (let method = 'POST', url = `${place.address}/v1/statement`; ; method = 'GET') {
      const page = parse(await asked(method, url, place, method === 'POST' ? sql : '')) as TrinoPage
      next = page.nextUri
      yield page
      if (next === undefined) return
      url = next
    }
  } finally {
    signal?.removeEventListener('abort', end)
    if (next !== undefined) await asked('DELETE', next, place)
  }
}

async function rowsOf(sql: string, place: At): Promise<unknown[][]> {
  const rows: unknown[][] = []
  for await (const { error, data = [] } of trinoPages(sql, place)) {
    if (error) throw new Error(`${error.message}\n${sql.slice(0, 500)}`)
    rows.push(...data)
  }
  return rows
}

async function asked(
  method: string,
  url: string,
  { catalog = 'memory', schema }: At,
  body = '',
): Promise<string> {
  const sent = request(url, {
    method,
    headers: {
      'X-Trino-User': 'assay',
      'X-Trino-Catalog': catalog,
      'X-Trino-Schema': schema,
      'X-Trino-Time-Zone': 'UTC',
      'X-Trino-Client-Capabilities': 'PARAMETRIC_DATETIME',
    },
  })
  sent.end(body)
  const [response] = await once(sent, 'response')
  return text(response)
}
