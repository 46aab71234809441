import type { Cell } from '../../kernel/cell.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { trino } from '../../sql/dialects/trino.dialect.ts'
import type { Statement } from '../../sql/print.ts'
import {
  StatementRefused,
  StatementTooLarge,
  type ConnectionValues,
  type SessionBounds,
  type StatementTooLate,
} from '../connector.ts'
import { connectByRequests } from '../shared/connect-by-requests.ts'
import { HttpStatements, type Sent } from '../shared/http-statements.ts'
import { endedBySource, failureOf } from '../shared/network-failures.ts'
import { gathered, lastNamed, type FieldedRows } from '../shared/rows.ts'
import { TrinoRefusal, type Page } from './answer.ts'
import { defaultPort, TrinoRequests } from './requests.ts'
import { cellReader, fieldOf, trinoText } from './types.ts'

/** Rows of a batch at most. */
const mostRows = 1000

/** A catalog and a schema, which a datastore stands for. */
export interface Place {
  catalog: string
  schema: string
}

/** One account on one server, and its statements: of those that begin like a query none changes anything there. */
export class TrinoClient {
  readonly dialect = trino
  readonly statements: HttpStatements<FieldedRows>
  readonly #requests: TrinoRequests

  private constructor(requests: TrinoRequests, bounds: SessionBounds) {
    this.statements = new HttpStatements(this, bounds)
    this.#requests = requests
  }

  /** Throws ServiceError as `connectToServer` does; without a place statements name the catalog of their tables. */
  static open(
    connection: ConnectionValues,
    place: Place | null,
    bounds: SessionBounds,
  ): Promise<TrinoClient> {
    return connectByRequests(connection, bounds, {
      title: 'Trino',
      defaultPort,
      requests: (tls) => new TrinoRequests(connection, tls, place),
      async greet(requests, signal) {
        const client = new TrinoClient(requests, bounds)
        await gathered(client.send({ sql: 'select 1', parameters: [] }, 30, signal).batches)
        return client
      },
      isAnswer: (error) => error instanceof TrinoRefusal && error.isOfTrino,
    })
  }

  /** The columns of a person's query, of which no row is read. */
  fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    return lastNamed(this.statements.shapeOf(statement))
  }

  close(): void {
    this.#requests.close()
  }

  send(statement: Statement, seconds: number | null, signal: AbortSignal): Sent<FieldedRows> {
    const running = new Running()
    return {
      batches: this.#rowsOf(bound(statement), seconds, running, signal),
      end: () => this.#end(running),
    }
  }

  translate(error: unknown, late: () => StatementTooLate): unknown {
    return failureOf(
      error,
      (one) => one instanceof TrinoRefusal,
      (refusal) => {
        if (refusal.kind === 'EXCEEDED_TIME_LIMIT') return late()
        if (tooLarge.test(refusal.kind)) return new StatementTooLarge(refusal.message)
        const isRefused =
          (refusal.type === 'USER_ERROR' && !endedByPeople.has(refusal.kind)) || ownFaults.test(refusal.kind)
        return isRefused ? new StatementRefused(refusal.message) : endedBySource(refusal.message, refusal)
      },
    )
  }

  async *#rowsOf(
    sql: string,
    seconds: number | null,
    running: Running,
    signal: AbortSignal,
  ): AsyncGenerator<FieldedRows> {
    let named: DiscoveredField[] = []
    const wanted = { signal, patience: running.patience.signal }
    let page = await this.#requests.begin(sql, seconds, wanted)
    for (;;) {
      running.next = page.nextUri ?? null
      if (page.error) throw new TrinoRefusal(page.error.message, page.error.errorType, page.error.errorName)
      if (page.columns) named = page.columns.map(({ name, type }) => fieldOf(name, type))
      yield* batchesIn(page, named)
      if (page.nextUri === undefined) break
      page = await this.#requests.next(page.nextUri, wanted)
    }
    yield { columns: named, named, rows: [] }
  }

  async #end({ next, patience }: Running): Promise<void> {
    patience.abort()
    if (next !== null) await this.#requests.end(next).catch(() => undefined)
  }
}

/** A statement under way: where its next page is, null before the first and after the last one. */
class Running {
  next: string | null = null
  /** Aborted once nobody waits for a server that cannot take a request yet. */
  readonly patience = new AbortController()
}

function* batchesIn({ data = [] }: Page, named: DiscoveredField[]): Generator<FieldedRows> {
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
    : `execute immediate ${trinoText(sql)} using ${parameters.map(trinoText).join(', ')}`
}

/** Limits of the server for one statement, which another try would meet again. */
const tooLarge = /^EXCEEDED_(?:(?:LOCAL|GLOBAL)_MEMORY|CPU|SCAN|SPILL)_LIMIT$/

/** What a statement of a person may do to itself, beside what it was refused for. */
const ownFaults = /^(?:COMPILER_ERROR|STACK_OVERFLOW|QUERY_HAS_TOO_MANY)/

/** Ends that the server counts among the faults of a statement, though somebody else has brought them about. */
const endedByPeople = new Set(['USER_CANCELED', 'ADMINISTRATIVELY_KILLED'])
