import type { Cell } from '../../kernel/cell.ts'
import { Aborted, messageOf, RunFailure, ServiceError } from '../../kernel/errors.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { trino } from '../../sql/dialects/trino.dialect.ts'
import { refuseForbidden } from '../../sql/forbidden-constructs.ts'
import { tokensOf } from '../../sql/lexer.ts'
import type { Statement } from '../../sql/print.ts'
import { StatementRefused, type ConnectionValues, type Rows, type SessionBounds } from '../connector.ts'
import { hasNoTls } from '../shared/http-requests.ts'
import { lossOf } from '../shared/network-failures.ts'
import { gathered, ownStatement } from '../shared/rows.ts'
import { connectToServer } from '../shared/server-connection.ts'
import { refuseSecondStatement, refuseUnlessQuery } from '../shared/statement-text.ts'
import { secondsFor, StatementWatch, tooLate } from '../shared/statement-watch.ts'
import { TrinoRefusal, type Page } from './answer.ts'
import { defaultPort, TrinoRequests } from './requests.ts'
import { cellReader, fieldOf } from './types.ts'

/** Rows of a batch at most. */
const mostRows = 1000
/** The time beyond its bound that a statement may live in the source when nobody is left to cancel it. */
const orphanSeconds = 5

/** A catalog and a schema, which a datastore stands for. */
export interface Place {
  catalog: string
  schema: string
}

/** One account on one server. Each statement is a query of its own: there is no snapshot that several of them could share. */
export class TrinoClient {
  readonly dialect = trino
  readonly #requests: TrinoRequests
  readonly #bounds: SessionBounds
  #busy = false

  private constructor(requests: TrinoRequests, bounds: SessionBounds) {
    this.#requests = requests
    this.#bounds = bounds
  }

  /** Throws ServiceError as `connectToServer` does; without a place statements name the catalog of their tables. */
  static open(
    connection: ConnectionValues,
    place: Place | null,
    bounds: SessionBounds,
  ): Promise<TrinoClient> {
    return connectToServer(connection, bounds, {
      title: 'Trino',
      defaultPort,
      async connect(tls) {
        const client = new TrinoClient(new TrinoRequests(connection, tls, place), bounds)
        try {
          await gathered(client.#rowsOf('select 1', 30, new Running(), AbortSignal.timeout(30_000)))
          return client
        } catch (error) {
          client.close()
          throw error
        }
      },
      socketOf: (host) => host,
      hasNoTls,
      isAnswer: (error) => error instanceof TrinoRefusal,
    })
  }

  /** A statement of the connector's own, see `ownStatement`. */
  read(sql: string, parameters: string[] = []): Promise<Rows> {
    return ownStatement(gathered(this.#batches({ sql, parameters }, true, true)))
  }

  query(statement: Statement): Promise<Rows> {
    return gathered(this.#batches(statement, true, false))
  }

  async *stream(statement: Statement): AsyncGenerator<Rows> {
    // The server's clock runs on while a reader takes its time, so only our own counts.
    for await (const batch of this.#batches(statement, false, false)) if (batch.rows.length > 0) yield batch
  }

  /** The columns of a person's query, of which no row is read. */
  async fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    this.#refuseUnlessReading(statement.sql)
    const described = { ...statement, sql: `select * from (${statement.sql}\n) as columns_of limit 0` }
    const fields: DiscoveredField[] = []
    for await (const { named } of this.#batches(described, true, true)) fields.splice(0, Infinity, ...named)
    return fields
  }

  close(): void {
    this.#requests.close()
  }

  async *#batches(statement: Statement, isShort: boolean, isOwn: boolean): AsyncGenerator<Batch> {
    if (this.#busy) throw new Error('A session runs one statement at a time.')
    this.#busy = true
    const gone = new AbortController()
    const running = new Running()
    const seconds = secondsFor(statement, this.#bounds)
    const watch = new StatementWatch(
      { signal: this.#bounds.signal, seconds },
      () => this.#end(running),
      () => gone.abort(),
    )
    let rest: AsyncGenerator<Batch> | null = null
    try {
      if (!isOwn) this.#refuseUnlessReading(statement.sql)
      const limit = isShort ? Math.ceil(seconds) + orphanSeconds : null
      rest = this.#rowsOf(bound(statement), limit, running, gone.signal)
      for (;;) {
        const next = await watch.during(() => (rest as AsyncGenerator<Batch>).next())
        if (next.done) break
        yield next.value
      }
      rest = null
    } catch (error) {
      rest = null
      throw translate(error, this.#bounds.statement_timeout_seconds)
    } finally {
      // A reader that left early.
      if (rest) await this.#end(running)
      this.#busy = false
    }
  }

  async *#rowsOf(
    sql: string,
    seconds: number | null,
    running: Running,
    signal: AbortSignal,
  ): AsyncGenerator<Batch> {
    let named: DiscoveredField[] = []
    let page = await this.#requests.begin(sql, seconds, signal)
    for (;;) {
      running.next = page.nextUri ?? null
      if (page.error) throw new TrinoRefusal(page.error.message, page.error.errorType, page.error.errorName)
      if (page.columns) named = page.columns.map(({ name, type }) => fieldOf(name, type))
      yield* batchesIn(page, named)
      if (page.nextUri === undefined) break
      page = await this.#requests.next(page.nextUri, signal)
    }
    yield { columns: named, named, rows: [] }
  }

  #refuseUnlessReading(sql: string): void {
    // No statement that changes anything begins like a query there.
    refuseUnlessQuery(sql)
    refuseSecondStatement(sql)
    try {
      refuseForbidden(sql, tokensOf(sql, this.dialect.lexicalRules, 'kept'), this.dialect)
    } catch (cause) {
      throw new StatementRefused(messageOf(cause))
    }
  }

  /** Asks for the end of a query; the answer to the query itself tells whether it came. */
  async #end({ next }: Running): Promise<void> {
    if (next !== null) await this.#requests.end(next).catch(() => undefined)
  }
}

/** Rows with their columns as fields. */
interface Batch extends Rows {
  named: DiscoveredField[]
}

/** A statement under way: where its next page is, null before the first and after the last one. */
class Running {
  next: string | null = null
}

function* batchesIn({ data = [] }: Page, named: DiscoveredField[]): Generator<Batch> {
  const readers = named.map(({ native_type }) => cellReader(native_type))
  for (let from = 0; from < data.length; from += mostRows) {
    const rows: Cell[][] = data
      .slice(from, from + mostRows)
      .map((row) => row.map((value, index) => readers[index]?.(value) ?? null))
    yield { columns: named, named, rows }
  }
}

/** The statement with its values, which the server reads as constants of its own. */
function bound({ sql, parameters }: Statement): string {
  return parameters.length === 0
    ? sql
    : `execute immediate ${quoted(sql)} using ${parameters.map(quoted).join(', ')}`
}

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`

/** What a statement of a person may do to itself, beside what it was refused for. */
const ownFaults =
  /^(?:EXCEEDED_(?:LOCAL|GLOBAL)_MEMORY_LIMIT|COMPILER_ERROR|STACK_OVERFLOW|QUERY_HAS_TOO_MANY)/

function translate(error: unknown, timeoutSeconds: number): unknown {
  if (error instanceof StatementRefused || error instanceof RunFailure || error instanceof Aborted)
    return error
  if (error instanceof ServiceError) return error
  if (!(error instanceof TrinoRefusal)) {
    return new RunFailure(`The connection to the source was lost: ${lossOf(error)}.`, {
      cause: error,
      retryable: true,
    })
  }
  if (error.kind === 'EXCEEDED_TIME_LIMIT') return tooLate(timeoutSeconds)
  const isRefused =
    (error.type === 'USER_ERROR' && error.kind !== 'USER_CANCELED') || ownFaults.test(error.kind)
  if (isRefused) return new StatementRefused(error.message)
  return new RunFailure(`The source ended the statement: ${error.message}.`, {
    cause: error,
    retryable: true,
  })
}
