import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { StatementRefused, type Rows, type Session } from '../../src/connectors/connector.ts'
import { duckdbCell } from '../../src/connectors/duckdb/cells.ts'
import { duckdbFieldType } from '../../src/connectors/duckdb/types.ts'
import { discoveredTable, tableRelation, wholeTable } from '../../src/connectors/shared/tables.ts'
import { ExactNumber, type Cell } from '../../src/kernel/cell.ts'
import type { Dialect } from '../../src/sql/dialect.ts'
import { duckdb } from '../../src/sql/dialects/duckdb.dialect.ts'
import type { Statement } from '../../src/sql/print.ts'
import { statementsFor, type ExampleStore, type ExampleTable } from './example-stores.ts'

/** A page of an answer as the cluster sends it: every value is text, and `next` is the path of the page behind it. */
interface Page {
  columns: { name: string; type: string }[]
  rows: (string | null)[][]
  next: string | null
}

const rowsPerPage = 7

/** The peculiarities of a SQL cluster: narrow statements, and a name that nothing else knows. */
const dialect: Dialect = {
  ...duckdb,
  name: 'cluster',
  limits: { columns: 12, characters: 8000, parameters: 60 },
}

/**
 * Example tables in an engine that is reached as clusters are, by statements over HTTP whose answers come in pages. It
 * stands for every engine that the service does not have: a dialect and a session, and nothing else knows of it.
 */
export async function openCluster(tables: readonly ExampleTable[]): Promise<ExampleStore> {
  const coordinator = await startCoordinator(tables)
  return {
    session: new ClusterSession(coordinator.url),
    container: (name) => ({ name, container_type: 'table', file_options: {} }),
    close: coordinator.close,
  }
}

class ClusterSession implements Session {
  readonly dialect = dialect
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async *discover(): ReturnType<Session['discover']> {
    const { rows } = await this.query({ sql: 'show tables', parameters: [] })
    for (const [name] of rows) yield discoveredTable(String(name), 'table', await this.#fields(String(name)))
  }

  describe: Session['describe'] = async ({ name }) => ({
    fields: await this.#fields(name),
    partitions: [wholeTable(name)],
  })

  relation: Session['relation'] = ({ name }, fields, partitions) =>
    tableRelation([name], fields, partitions, dialect)

  async fieldsOf(statement: Statement) {
    const { columns } = await this.query(statement)
    return columns.map(({ name, type }) => ({ name, type, native_type: type, nullable: true }))
  }

  async query(statement: Statement): Promise<Rows> {
    let all: Rows | undefined
    for await (const batch of this.stream(statement)) {
      all = { columns: batch.columns, rows: [...(all?.rows ?? []), ...batch.rows] }
    }
    return all ?? { columns: [], rows: [] }
  }

  async *stream(statement: Statement): AsyncGenerator<Rows> {
    const body = JSON.stringify(statement)
    for (let answer = await fetch(this.#url, { method: 'POST', body }); ;) {
      if (!answer.ok) throw new StatementRefused(await answer.text())
      const { columns, rows, next } = (await answer.json()) as Page
      yield {
        columns: columns.map(({ name, type }) => ({ name, type: duckdbFieldType(type) })),
        rows: rows.map((row) => row.map((value, index) => cell(value, columns[index]?.type ?? ''))),
      }
      if (next === null) return
      answer = await fetch(new URL(next, this.#url))
    }
  }

  async close(): Promise<void> {}

  async #fields(name: string) {
    const { rows } = await this.query({ sql: `describe select * from "${name}"`, parameters: [] })
    return rows.map(([field, type]) => ({
      name: String(field),
      type: duckdbFieldType(String(type)),
      native_type: String(type),
      nullable: true,
    }))
  }
}

function cell(value: string | null, type: string): Cell {
  if (value === null) return null
  if (type === 'BOOLEAN') return value === 'true'
  if (type === 'DOUBLE' || type === 'FLOAT') return Number(value)
  if (type.startsWith('DECIMAL')) return new ExactNumber(value)
  if (duckdbFieldType(type) !== 'Integral') return value
  const whole = BigInt(value)
  return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole
}

async function startCoordinator(tables: readonly ExampleTable[]) {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  for (const table of tables) {
    for (const statement of statementsFor('duckdb', `"${table.name}"`, table)) await connection.run(statement)
  }
  const waiting = new Map<string, Page>()
  const server = createServer((request, response) => {
    answerTo(request, connection, waiting).then(
      (page) => response.setHeader('content-type', 'application/json').end(JSON.stringify(page)),
      (error: unknown) => response.writeHead(400).end(String(error).split('\n')[0]),
    )
  })
  // A rule that computes for long in this process must not find the connection of its next page closed.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/statement`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      connection.closeSync()
      instance.closeSync()
    },
  }
}

async function answerTo(
  request: IncomingMessage,
  connection: DuckDBConnection,
  waiting: Map<string, Page>,
): Promise<Page> {
  const path = request.url ?? ''
  const page = waiting.get(path)
  waiting.delete(path)
  if (page) return page
  const { sql, parameters } = JSON.parse(await text(request)) as Statement
  const result = await connection.run(sql, parameters)
  const columns = result
    .columnNames()
    .map((name, index) => ({ name, type: String(result.columnType(index)) }))
  const rows = (await result.getRows()).map((row) => row.map((value) => written(duckdbCell(value))))
  return pagesOf(columns, rows, waiting)
}

function pagesOf(columns: Page['columns'], rows: Page['rows'], waiting: Map<string, Page>): Page {
  const rest = rows.slice(rowsPerPage)
  if (rest.length === 0) return { columns, rows, next: null }
  const next = `/page/${crypto.randomUUID()}`
  waiting.set(next, pagesOf(columns, rest, waiting))
  return { columns, rows: rows.slice(0, rowsPerPage), next }
}

function written(value: Cell): string | null {
  if (value === null) return null
  return Object.is(value, -0) ? '-0' : String(value as string)
}
