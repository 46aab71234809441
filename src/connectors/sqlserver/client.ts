import { Aborted, messageOf, RunFailure } from '../../kernel/errors.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { sqlserver } from '../../sql/dialects/sqlserver.dialect.ts'
import type { Statement } from '../../sql/print.ts'
import { StatementRefused, type ConnectionValues, type Rows, type SessionBounds } from '../connector.ts'
import { asClause } from '../shared/request-refusal.ts'
import { endedBySource, sessionNotOpened, sourceLost } from '../shared/network-failures.ts'
import { SelectClient } from '../shared/select-client.ts'
import { promptly } from '../shared/server-connection.ts'
import { refuseUnlessOneSelect } from '../shared/statement-text.ts'
import { secondsFor, StatementWatch } from '../shared/statement-watch.ts'
import { codeOf, connectSqlserver, networkErrorIn, type SqlserverConnection } from './connection.ts'
import { batch } from './batch.ts'
import { SqlserverRows } from './rows.ts'
import { described, describing, running, type Sent } from './statements.ts'
import { resultColumn, type ResultColumn } from './types.ts'

/** Of what the server says of a result, the columns up to that of the types. */
const descriptionColumns = Array.from({ length: 6 }, () => resultColumn('', 'nvarchar(128)'))

/**
 * One connection inside one transaction, which is always rolled back: of one snapshot where the database allows SNAPSHOT isolation, else each
 * statement sees what is committed when it begins. A refusal that ended the transaction costs its snapshot.
 */
export class SqlserverClient extends SelectClient {
  readonly dialect = sqlserver
  readonly #connection: SqlserverConnection
  readonly #bounds: SessionBounds
  #isolation = 'read committed'
  #busy = false
  /** What was sent last; it may still have rows to come. */
  #running: SqlserverRows | null = null

  private constructor(connection: SqlserverConnection, bounds: SessionBounds) {
    super()
    this.#connection = connection
    this.#bounds = bounds
  }

  /** Throws ServiceError as `connectSqlserver` does. */
  static async open(
    values: ConnectionValues,
    database: string | null,
    bounds: SessionBounds,
  ): Promise<SqlserverClient> {
    const connection = await connectSqlserver(values, database, bounds)
    try {
      const client = new SqlserverClient(connection, bounds)
      const [[allowed] = []] = await client.#own(
        'select snapshot_isolation_state from sys.databases where database_id = db_id()',
      )
      if (Number(allowed) === 1) client.#isolation = 'snapshot'
      await client.#begin()
      return client
    } catch (cause) {
      const isLost = connection.end.isOver
      await connection.close()
      throw sessionNotOpened(cause, isLost)
    }
  }

  /** The columns of a person's query as the server describes them; the query is not run. */
  async fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    refuseUnlessOneSelect(statement.sql, this.dialect)
    const columns = await this.#alone(statement, (watch) => this.#describe(statement, watch))
    return columns.map(({ name, type, native_type }) => ({ name, type, native_type, nullable: true }))
  }

  /** Leaves the transaction for a new one. */
  async renew(): Promise<void> {
    this.#connection.hold(true)
    await this.#own('if @@trancount > 0 rollback')
    await this.#begin()
  }

  async rest(): Promise<void> {
    await this.#own('if @@trancount > 0 rollback')
    this.#connection.hold(false)
  }

  close(): Promise<void> {
    this.#connection.hold(true)
    return this.#connection.close()
  }

  protected async *batches(statement: Statement): AsyncGenerator<Rows> {
    if (this.#busy) throw new Error('A session runs one statement at a time.')
    this.#busy = true
    const watch = this.#watch(statement)
    let isWhole = false
    try {
      const columns = await this.#describe(statement, watch)
      const rows = await watch.during(async () => this.#sent(running(statement, columns), columns))
      for (;;) {
        const found = await watch.during(() => rows.next())
        if (found.isLast) isWhole = true
        yield { columns: found.columns.map(({ name, type }) => ({ name, type })), rows: found.rows }
        if (isWhole) break
      }
    } catch (error) {
      throw translate(error)
    } finally {
      await this.#leave(watch, isWhole)
      this.#busy = false
    }
  }

  /** Nothing else runs meanwhile. */
  async #alone<Found>(statement: Statement, work: (watch: StatementWatch) => Promise<Found>): Promise<Found> {
    if (this.#busy) throw new Error('A session runs one statement at a time.')
    this.#busy = true
    const watch = this.#watch(statement)
    let isWhole = false
    try {
      const found = await work(watch)
      isWhole = true
      return found
    } catch (error) {
      throw translate(error)
    } finally {
      await this.#leave(watch, isWhole)
      this.#busy = false
    }
  }

  #watch(statement: Statement): StatementWatch {
    const bounds = { signal: this.#bounds.signal, seconds: secondsFor(statement, this.#bounds) }
    // The attention signal; the server acknowledges it, so that nothing of the statement is left.
    return new StatementWatch(bounds, () => this.#connection.client.cancel(), this.#connection.destroy)
  }

  async #describe(statement: Statement, watch: StatementWatch): Promise<ResultColumn[]> {
    const rows = await watch.during(async () => this.#sent(describing(statement), descriptionColumns))
    const found: unknown[][] = []
    for (let isLast = false; !isLast;) {
      const part = await watch.during(() => rows.next())
      found.push(...part.rows)
      isLast = part.isLast
    }
    const columns = described(found)
    if (columns.length > 0) return columns
    throw new StatementRefused('Only a single select is run here, and this statement shows no columns.')
  }

  #sent({ sql, parameters }: Sent, columns: readonly ResultColumn[]): SqlserverRows {
    this.#running = new SqlserverRows(sql, parameters, columns, this.#connection)
    return this.#running
  }

  async #begin(): Promise<void> {
    await this.#own(`set transaction isolation level ${this.#isolation}; begin transaction`)
  }

  /** A batch of the client's own, outside of any procedure, so that a transaction that it begins stays. */
  #own(sql: string): Promise<unknown[][]> {
    return promptly(this.#connection, () => batch(this.#connection.client, sql))
  }

  /** Ends what a reader left; an error may have taken the transaction with it. */
  async #leave(watch: StatementWatch, isWhole: boolean): Promise<void> {
    const rows = this.#running
    if (rows && !rows.isOver) await watch.ending(() => rows.drain())
    if (isWhole || this.#connection.end.isOver) return
    const again = async (): Promise<void> => {
      const [[state] = []] = await this.#own('select xact_state()')
      if (Number(state) !== 1) await this.renew()
    }
    await again().catch(() => this.#connection.destroy())
  }
}

/** Deadlocks, lock waits, conflicts of snapshots, resources and shutdowns, which may pass. */
const passing = new Set([
  1204, 1205, 1222, 3960, 701, 802, 8645, 8651, 6005, 40197, 40501, 40613, 49918, 49919, 49920,
])

function translate(error: unknown): unknown {
  if (error instanceof StatementRefused || error instanceof RunFailure || error instanceof Aborted)
    return error
  if (!(error instanceof Error) || codeOf(error) !== 'EREQUEST')
    return sourceLost(error instanceof Error ? networkErrorIn(error) : error)
  const message = asClause(messageOf(error))
  const number = 'number' in error ? Number(error.number) : 0
  // From class 20 on the server ends the connection.
  if (passing.has(number) || ('class' in error && Number(error.class) >= 20))
    return endedBySource(message, error)
  return new StatementRefused(message)
}
