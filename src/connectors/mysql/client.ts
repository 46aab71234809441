import type { FieldPacket, PrepareStatementInfo, QueryError } from 'mysql2'
import { Aborted, messageOf, RunFailure } from '../../kernel/errors.ts'
import type { Cell } from '../../kernel/cell.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Dialect } from '../../sql/dialect.ts'
import type { Statement } from '../../sql/print.ts'
import {
  StatementRefused,
  StatementTooLarge,
  type ConnectionValues,
  type Rows,
  type SessionBounds,
} from '../connector.ts'
import { connectMysql, isQueryError, type MysqlConnection } from './connection.ts'
import { mysqlFlavour, type MysqlFlavour } from './flavour.ts'
import { MysqlRows } from './rows.ts'
import { resultField } from './types.ts'
import { asClause } from '../shared/request-refusal.ts'
import { endedBySource, sourceLost, sessionNotOpened } from '../shared/network-failures.ts'
import { promptly } from '../shared/server-connection.ts'
import { refuseMoreThanReading, refuseUnlessQuery } from '../shared/statement-text.ts'
import { secondsFor, StatementWatch, tooLate } from '../shared/statement-watch.ts'
import { gathered, ownStatement } from '../shared/rows.ts'

/** The time beyond its bound that a statement may live in the source when nobody is left to cancel it. */
const orphanSeconds = 5

/**
 * One connection inside one read-only transaction of one snapshot (tables of engines without transactions, such as
 * MyISAM, are read as they are). Statements are prepared, which takes one at a time, and run once.
 */
export class MysqlClient {
  readonly #connection: MysqlConnection
  readonly #bounds: SessionBounds
  readonly #flavour: MysqlFlavour
  readonly #reconnect: () => Promise<MysqlConnection>
  #threadId = 0
  #timeLimit = ''
  /** A kill on its way to the server; null when there is none. */
  #killing: Promise<void> | null = null
  /** True when a kill was sent since the last statement ended. */
  #isKilled = false
  /** True while the server may still hold warnings of an earlier statement; one without tables does not replace them. */
  #hasOldWarnings = false
  #busy = false

  private constructor(
    connection: MysqlConnection,
    bounds: SessionBounds,
    flavour: MysqlFlavour,
    reconnect: () => Promise<MysqlConnection>,
  ) {
    this.#connection = connection
    this.#bounds = bounds
    this.#flavour = flavour
    this.#reconnect = reconnect
  }

  /** Throws ServiceError as `connectMysql` does, and for a server that is too old. */
  static async open(values: ConnectionValues, database: string, bounds: SessionBounds): Promise<MysqlClient> {
    const connection = await connectMysql(values, database, bounds)
    try {
      const ask = (sql: string): Promise<Cell[][]> => promptly(connection, () => command(connection, sql))
      const [[version, threadId] = []] = await ask('select version(), connection_id()')
      // The database would only be one more thing that can refuse the second connection.
      const reconnect = (): Promise<MysqlConnection> => connectMysql(values, null, bounds)
      const client = new MysqlClient(connection, bounds, mysqlFlavour(String(version)), reconnect)
      // A proxy's handshake may name another thread than the server's own.
      client.#threadId = Number(threadId)
      for (const sql of client.#flavour.setup) await ask(sql)
      return client
    } catch (cause) {
      const isLost = connection.end.isOver
      await connection.close()
      throw sessionNotOpened(cause, isLost)
    }
  }

  get dialect(): Dialect {
    return this.#flavour.dialect
  }

  /** Rewrites a quoted column for the rows of a table, see `MysqlFlavour`. */
  get shown(): MysqlFlavour['shown'] {
    return this.#flavour.shown
  }

  /** A statement of the connector's own, see `ownStatement`. */
  read(sql: string, parameters: string[] = []): Promise<Rows> {
    return ownStatement(this.query({ sql, parameters }))
  }

  query(statement: Statement): Promise<Rows> {
    const limit = this.#bounds.statement_timeout_seconds + orphanSeconds
    return gathered(this.#batches(statement, limit))
  }

  async *stream(statement: Statement): AsyncGenerator<Rows> {
    // The server's clock runs on while a reader takes its time, so only our own counts.
    for await (const batch of this.#batches(statement, null)) if (batch.rows.length > 0) yield batch
  }

  /** The columns of a person's query as the server prepares it; the query is not run. */
  async fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    if (this.#busy) throw new Error('A session runs one statement at a time.')
    this.#busy = true
    const watch = new StatementWatch(
      { signal: this.#bounds.signal, seconds: secondsFor(statement, this.#bounds) },
      () => this.#cancel(),
      this.#connection.destroy,
    )
    try {
      this.#refuseUnlessReading(statement.sql)
      const prepared = await watch.during(() => this.#prepare(statement.sql))
      const columns = 'columns' in prepared && Array.isArray(prepared.columns) ? prepared.columns : []
      return columns.map((field: FieldPacket) => resultField(field))
    } catch (error) {
      throw translate(error, this.#bounds.statement_timeout_seconds)
    } finally {
      await this.#leave(statement, undefined, watch)
      this.#busy = false
    }
  }

  /** Leaves the transaction for a new one, with its settings set again. */
  async renew(): Promise<void> {
    this.#connection.hold(true)
    this.#timeLimit = ''
    for (const sql of ['rollback', ...this.#flavour.setup])
      await promptly(this.#connection, () => command(this.#connection, sql))
  }

  /** Leaves the transaction, and with it the locks on the definitions of the tables that it has read. */
  async rest(): Promise<void> {
    await promptly(this.#connection, () => command(this.#connection, 'rollback'))
    this.#connection.hold(false)
  }

  close(): Promise<void> {
    this.#connection.hold(true)
    return this.#connection.close()
  }

  async *#batches(statement: Statement, limit: number | null): AsyncGenerator<Rows> {
    if (this.#busy) throw new Error('A session runs one statement at a time.')
    this.#busy = true
    const watch = new StatementWatch(
      { signal: this.#bounds.signal, seconds: secondsFor(statement, this.#bounds) },
      () => this.#cancel(),
      this.#connection.destroy,
    )
    let begun: MysqlRows | undefined
    try {
      this.#refuseUnlessReading(statement.sql)
      // Kept before the watch looks: what was begun must be ended, also when it is no longer wanted.
      const rows = await watch.during(async () => (begun = await this.#execute(statement, limit)))
      for (let isLast = false; !isLast;) {
        const batch = await watch.during(() => rows.next())
        isLast = batch.isLast
        if (isLast) await watch.during(() => this.#refuseGuesses())
        yield { columns: batch.columns, rows: batch.rows }
      }
    } catch (error) {
      this.#hasOldWarnings = true
      throw translate(error, this.#bounds.statement_timeout_seconds)
    } finally {
      await this.#leave(statement, begun, watch)
      this.#busy = false
    }
  }

  #refuseUnlessReading(sql: string): void {
    refuseUnlessQuery(sql)
    refuseMoreThanReading(sql, this.dialect)
  }

  async #execute({ sql, parameters }: Statement, limit: number | null): Promise<MysqlRows> {
    const timeLimit = this.#flavour.timeLimit(limit)
    if (timeLimit !== this.#timeLimit) await command(this.#connection, timeLimit)
    this.#timeLimit = timeLimit
    if (this.#hasOldWarnings) await command(this.#connection, `select 1 from ${this.dialect.oneRow}`)
    this.#hasOldWarnings = false
    const { client, end } = this.#connection
    const prepared = await this.#prepare(sql)
    // By the server's own parser, whatever writes its rows elsewhere or is no query shows no columns.
    if (!('columns' in prepared) || !Array.isArray(prepared.columns) || prepared.columns.length === 0) {
      throw new StatementRefused('Only a single select is run here, and this statement shows no columns.')
    }
    return new MysqlRows(prepared.execute(parameters), client, end)
  }

  #prepare(sql: string): Promise<PrepareStatementInfo> {
    const { client, end } = this.#connection
    const { promise, resolve, reject } = Promise.withResolvers<PrepareStatementInfo>()
    return end.before(() => {
      client.prepare(sql, (error, prepared) => (error ? reject(error) : resolve(prepared)))
      return promise
    })
  }

  /** These servers answer with a guess and a warning where others refuse; such an answer must not become a verdict. */
  async #refuseGuesses(): Promise<void> {
    const warnings = await command(this.#connection, 'show warnings')
    this.#hasOldWarnings = warnings.length > 0
    const guess = warnings.find(([, code, message]) => isGuess(Number(code), String(message)))
    if (!guess) return
    const words = asClause(String(guess[2]))
    throw cuts.has(Number(guess[1])) ? new StatementTooLarge(words) : new StatementRefused(words)
  }

  /** Ends what a reader left, and takes back what the driver and the server still hold of the statement. */
  async #leave({ sql }: Statement, rows: MysqlRows | undefined, watch: StatementWatch): Promise<void> {
    if (rows && !rows.isOver) await watch.ending(() => rows.drain())
    if (this.#isKilled) {
      this.#isKilled = false
      // The kill may have come after the end of its statement, and would then end the next one.
      await promptly(this.#connection, async () => {
        await this.#killing
        await command(this.#connection, 'do 0')
      }).catch(() => undefined)
    }
    this.#connection.client.unprepare(sql)
  }

  #cancel(): void {
    if (this.#connection.end.isOver) return
    this.#isKilled = true
    this.#killing ??= this.#killOnce().finally(() => {
      this.#killing = null
    })
  }

  async #killOnce(): Promise<void> {
    try {
      const other = await this.#reconnect()
      const kill = `kill query ${this.#threadId}`
      await promptly(other, () => command(other, kill)).finally(() => other.close())
    } catch {
      this.#connection.destroy()
    }
  }
}

/** A statement by the text protocol, without parameters; throws the driver's error. */
function command({ client, end }: MysqlConnection, sql: string): Promise<Cell[][]> {
  const { promise, resolve, reject } = Promise.withResolvers<Cell[][]>()
  return end.before(() => {
    client.query(sql, (error: QueryError | null, rows: unknown) => {
      if (error) reject(error)
      else resolve(Array.isArray(rows) ? rows : [])
    })
    return promise
  })
}

// 1264, 1916, 1918 and 3156 make up a number; 1139 gives up on a pattern.
const guesses = new Set([1139, 1264, 1916, 1918, 3156])
// A limit of the server on texts (1260, 1301), or on rows and recursions (1931), has cut what would be the answer.
const cuts = new Set([1260, 1301, 1931])

/** A value that was cut or made up; one that became NULL (`Incorrect datetime value`) passes, as NULL does. */
function isGuess(code: number, message: string): boolean {
  return guesses.has(code) || cuts.has(code) || (code === 1292 && message.startsWith('Truncated incorrect'))
}

const timeIsUp = new Set([1969, 3024])
// Lock waits, deadlocks, cancels and shutdowns that are not of our doing, and a table that was altered meanwhile.
const passing = new Set([1053, 1205, 1213, 1317, 1412, 1927])
// No memory for it, for its sort or for its connection, a table of its own that is full, no room on the disk, too many rows to look at, and
// too long a recursion or search for a pattern.
const tooLarge = new Set([1021, 1037, 1038, 1041, 1104, 1114, 3636, 3698, 3699, 4082])
// MariaDB has one number for whatever a setting of the server keeps it from.
const isOutOfSessionMemory = (number: number, message: string): boolean =>
  number === 1290 && message.includes('--max-session-mem-used')

function translate(error: unknown, timeoutSeconds: number): unknown {
  if (error instanceof StatementRefused || error instanceof RunFailure || error instanceof Aborted)
    return error
  const message = asClause(messageOf(error))
  if (!isQueryError(error) || error.sqlState === undefined || error.fatal) return sourceLost(error)
  const number = error.errno ?? 0
  if (timeIsUp.has(number)) return tooLate(timeoutSeconds)
  if (passing.has(number)) return endedBySource(message, error)
  return tooLarge.has(number) || isOutOfSessionMemory(number, message)
    ? new StatementTooLarge(message)
    : new StatementRefused(message)
}
