import type { Dialect } from '../../sql/dialect.ts'
import type { Statement } from '../../sql/print.ts'
import type { Rows, SessionBounds, StatementTooLate } from '../connector.ts'
import { gathered, ownStatement } from './rows.ts'
import { refuseMoreThanReading, refuseSecondStatement, refuseUnlessQuery } from './statement-text.ts'
import { secondsFor, StatementWatch } from './statement-watch.ts'

/** The time beyond its bound that a statement may live in the source when nobody is left to cancel it. */
const orphanSeconds = 5

/** A statement under way; it is sent when its first batch is asked for. */
export interface Sent<Batch extends Rows> {
  batches: AsyncGenerator<Batch>
  /** Asks the server for its end; the answer to the statement itself tells whether that came. Never rejects. */
  end(): void | Promise<void>
}

/** A server that takes each statement in a request of its own. */
export interface StatementServer<Batch extends Rows> {
  readonly dialect: Dialect
  /** `seconds` is the time after which the server ends the statement by itself (null: as long as it likes); the signal drops the connection. */
  send(statement: Statement, seconds: number | null, signal: AbortSignal): Sent<Batch>
  /** What an error of a statement is to whoever asked for it; `late` makes the refusal of one that the server ended for its time. */
  translate(error: unknown, late: () => StatementTooLate): unknown
}

/** Statements to such a server, one at a time, within the bounds of a session; there is no snapshot that several of them could share. */
export class HttpStatements<Batch extends Rows = Rows> {
  readonly #server: StatementServer<Batch>
  readonly #bounds: SessionBounds
  #busy = false

  constructor(server: StatementServer<Batch>, bounds: SessionBounds) {
    this.#server = server
    this.#bounds = bounds
  }

  /** A statement of the connector's own, see `ownStatement`. */
  read(sql: string, parameters: string[] = []): Promise<Rows> {
    return ownStatement(gathered(this.#batches({ sql, parameters }, true)))
  }

  async query(statement: Statement): Promise<Rows> {
    return gathered(this.#written(statement, true))
  }

  async *stream(statement: Statement): AsyncGenerator<Rows> {
    // The server's clock runs on while a reader takes its time, so only our own counts.
    for await (const batch of this.#written(statement, false)) if (batch.rows.length > 0) yield batch
  }

  /** The answer to a query of the statement that shows none of its rows, for its columns. */
  shapeOf(statement: Statement): AsyncGenerator<Batch> {
    return this.about(statement, `select * from (${statement.sql}\n) as columns_of limit 0`)
  }

  /** The answer to `sql`, which asks about the statement and holds its text. */
  async *about(statement: Statement, sql: string): AsyncGenerator<Batch> {
    this.#refuseUnlessReading(statement.sql)
    yield* this.#batches({ ...statement, sql }, true)
  }

  async *#written(statement: Statement, isShort: boolean): AsyncGenerator<Batch> {
    this.#refuseUnlessReading(statement.sql)
    yield* this.#batches(statement, isShort)
  }

  async *#batches(statement: Statement, isShort: boolean): AsyncGenerator<Batch> {
    if (this.#busy) throw new Error('A session runs one statement at a time.')
    const seconds = secondsFor(statement, this.#bounds)
    const gone = new AbortController()
    const sent = this.#server.send(
      statement,
      isShort ? Math.ceil(seconds) + orphanSeconds : null,
      gone.signal,
    )
    const watch = new StatementWatch(
      { signal: this.#bounds.signal, seconds },
      () => void sent.end(),
      () => gone.abort(),
    )
    let isOver = false
    this.#busy = true
    try {
      for (;;) {
        const next = await watch.during(() => sent.batches.next())
        if (next.done) break
        yield next.value
      }
      isOver = true
    } catch (error) {
      isOver = true
      throw this.#server.translate(error, () => watch.lateInSource())
    } finally {
      // A reader that left early.
      if (!isOver) {
        await sent.end()
        gone.abort()
        await sent.batches.return(undefined).catch(() => undefined)
      }
      this.#busy = false
    }
  }

  #refuseUnlessReading(sql: string): void {
    refuseUnlessQuery(sql)
    refuseSecondStatement(sql)
    refuseMoreThanReading(sql, this.#server.dialect)
  }
}
