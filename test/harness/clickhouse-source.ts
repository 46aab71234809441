import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ConnectionValues, DatastoreTarget } from '../../src/connectors/connector.ts'

const python = process.env['ASSAY_TEST_CLICKHOUSE_PYTHON']

/** Why the tests of ClickHouse are skipped; false when they run. */
export const clickhouseAbsence: string | false = python
  ? false
  : 'ASSAY_TEST_CLICKHOUSE_PYTHON names no Python with chdb-core; `npm run engines -- clickhouse` installs one and runs this'

/** A database of its own that a test connects to as a source. */
export interface ClickhouseSource {
  connection: ConnectionValues & { host: string; port: number; username: string; password: string }
  target: DatastoreTarget & { database: string }
  /** Runs statements in this database; tables are of the engine Memory and columns may be NULL unless they say otherwise. */
  run(statements: readonly string[]): Promise<string>
  close(): Promise<void>
}

interface Server {
  port: number
  password: string
  child: ChildProcess
  folder: string
}

let server: Promise<Server> | null = null
let open = 0

/** In the engine that this process starts, behind the HTTP interface of clickhouse-front.py. */
export async function clickhouseSource(): Promise<ClickhouseSource> {
  open += 1
  server ??= start()
  const { port, password } = await server
  const database = `source ${randomBytes(6).toString('hex')}`
  const run = (statements: readonly string[]): Promise<string> => runAll(port, password, database, statements)
  await runAll(port, password, 'default', [`create database \`${database}\``])
  return {
    connection: {
      host: '127.0.0.1',
      port,
      username: 'assay',
      password,
      parameters: { sslmode: 'disable' },
    },
    target: { database, schema: null, root_path: null },
    run,
    async close() {
      await runAll(port, password, 'default', [`drop database \`${database}\``])
      open -= 1
      if (open > 0) return
      const last = await server
      server = null
      if (!last) return
      last.child.ref()
      const ended = once(last.child, 'exit')
      last.child.stdin?.end()
      await ended
      rmSync(last.folder, { recursive: true, force: true })
    },
  }
}

async function start(): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-clickhouse-'))
  const password = randomBytes(12).toString('hex')
  const program = fileURLToPath(new URL('clickhouse-front.py', import.meta.url))
  const child = spawn(python ?? '', [program, join(folder, 'data'), 'assay', password], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const first = createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
  const { value } = await Promise.race([
    first,
    once(child, 'exit').then(([status]) => {
      throw new Error(`clickhouse-front.py ended with ${status}.`)
    }),
  ])
  // A test file that ends without closing must not be kept by it.
  child.unref()
  return { port: Number(value), password, child, folder }
}

async function runAll(
  port: number,
  password: string,
  database: string,
  statements: readonly string[],
): Promise<string> {
  const search = new URLSearchParams({
    database,
    default_table_engine: 'Memory',
    data_type_default_nullable: '1',
    session_timezone: 'UTC',
    max_query_size: '100000000',
    async_insert: '0',
    precise_float_parsing: '1',
  })
  let last = ''
  for (const body of statements) {
    const answer = await fetch(`http://127.0.0.1:${port}/?${search}`, {
      method: 'POST',
      body,
      headers: { 'X-ClickHouse-User': 'assay', 'X-ClickHouse-Key': password },
    })
    last = await answer.text()
    if (!answer.ok) throw new Error(`${last}\n${body.slice(0, 500)}`)
  }
  return last
}
