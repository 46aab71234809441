import type oracledb from 'oracledb'
import type { Connection, FetchTypeResponse, ResultSet } from 'oracledb'
import type { DiscoveredField } from '../../model/field.ts'
import { oracle } from '../../sql/dialects/oracle.dialect.ts'
import type { Statement } from '../../sql/print.ts'
import { StatementRefused, type ConnectionValues, type Rows, type SessionBounds } from '../connector.ts'
import { endedBySource, failureOf, sessionNotOpened, sourceLost } from '../shared/network-failures.ts'
import { SelectClient } from '../shared/select-client.ts'
import { promptly } from '../shared/server-connection.ts'
import { refuseUnlessOneSelect } from '../shared/statement-text.ts'
import { secondsFor, StatementWatch } from '../shared/statement-watch.ts'
import { connectOracle, type OracleConnection } from './connection.ts'
import { oracleErrorOf, plainError } from './errors.ts'
import { boundValues, resultField, rowReader, shownWhole, type ResultColumn } from './statements.ts'

const batchRows = 1000

/**
 * One session inside one read-only transaction, whose statements all see what was committed when it began; the server refuses there what writes
 * tables. What defines things would end it, so no text gets to the server that is no query.
 */
export class OracleClient extends SelectClient {
  readonly dialect = oracle
  readonly #connection: OracleConnection
  readonly #driver: typeof oracledb
  readonly #bounds: SessionBounds
  #busy = false
  /** True while the server works on a call that was not asked to end yet. */
  #isBreakable = false

  private constructor(connection: OracleConnection, driver: typeof oracledb, bounds: SessionBounds) {
    super()
    this.#connection = connection
    this.#driver = driver
    this.#bounds = bounds
  }

  /** Throws ServiceError as `connectOracle` does. */
  static async open(values: ConnectionValues, service: string, bounds: SessionBounds): Promise<OracleClient> {
    const { default: loaded } = await import('oracledb')
    const connection = await connectOracle(values, service, bounds)
    try {
      connection.client.module = 'assay'
      const client = new OracleClient(connection, loaded, bounds)
      for (const sql of settings) await client.#own((session) => session.execute(sql))
      await client.#begin()
      return client
    } catch (cause) {
      const isLost = connection.end.isOver
      await connection.close()
      throw sessionNotOpened(plainError(cause), isLost)
    }
  }

  /** The columns of a person's query as the server describes them; the query is not run. */
  async fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    refuseUnlessOneSelect(statement.sql, this.dialect)
    return this.#alone(statement, async (watch) =>
      (await this.#describe(statement, watch)).map((column) => ({ ...resultField(column), nullable: true })),
    )
  }

  /** Leaves the transaction for a new one. */
  async renew(): Promise<void> {
    this.#connection.hold(true)
    await this.#own((session) => session.rollback())
    await this.#begin()
  }

  async rest(): Promise<void> {
    await this.#own((session) => session.rollback())
    this.#connection.hold(false)
  }

  close(): Promise<void> {
    this.#connection.hold(true)
    return this.#connection.close()
  }

  protected async *batches(statement: Statement): AsyncGenerator<Rows> {
    this.#enter()
    const watch = this.#watch(statement)
    let found: ResultSet<unknown[]> | null = null
    try {
      const columns = await this.#describe(statement, watch)
      found = await watch.during(() => this.#sent(statement, columns))
      const rows = found
      const read = rowReader(columns)
      const fields = columns.map((column) => resultField(column))
      for (;;) {
        const batch = await watch.during(() => this.#call(() => rows.getRows(batchRows)))
        yield {
          columns: fields.map(({ name, type }) => ({ name, type })),
          rows: batch.map((row) => read(row)),
        }
        if (batch.length < batchRows) break
      }
    } catch (error) {
      throw translate(error)
    } finally {
      await this.#leave(found)
    }
  }

  /** Nothing else runs meanwhile. */
  async #alone<Found>(statement: Statement, work: (watch: StatementWatch) => Promise<Found>): Promise<Found> {
    this.#enter()
    try {
      return await work(this.#watch(statement))
    } catch (error) {
      throw translate(error)
    } finally {
      await this.#leave(null)
    }
  }

  #enter(): void {
    if (this.#busy) throw new Error('A session runs one statement at a time.')
    this.#busy = true
  }

  async #leave(rows: ResultSet<unknown[]> | null): Promise<void> {
    if (rows !== null && !this.#connection.end.isOver)
      await promptly(this.#connection, () => rows.close()).catch(() => undefined)
    this.#busy = false
  }

  #watch(statement: Statement): StatementWatch {
    const bounds = { signal: this.#bounds.signal, seconds: secondsFor(statement, this.#bounds) }
    return new StatementWatch(bounds, () => this.#break(), this.#connection.destroy)
  }

  /** Once for each call: it follows the call on its way, and a second one would end the next call. */
  #break(): void {
    if (!this.#isBreakable) return
    this.#isBreakable = false
    this.#connection.client.break().catch(() => undefined)
  }

  async #call<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    this.#isBreakable = true
    try {
      return await this.#connection.end.before(work)
    } finally {
      this.#isBreakable = false
    }
  }

  async #describe({ sql }: Statement, watch: StatementWatch): Promise<ResultColumn[]> {
    const { statementType, metaData = [] } = await watch.during(() =>
      this.#call(() => this.#connection.client.getStatementInfo(sql)),
    )
    // A select that begins with `with` is of no known type to the driver.
    const { STMT_TYPE_SELECT, STMT_TYPE_UNKNOWN } = this.#driver
    const isSelect = statementType === STMT_TYPE_SELECT || statementType === STMT_TYPE_UNKNOWN
    if (isSelect && metaData.length > 0) return metaData
    throw new StatementRefused('Only a single select is run here, and this statement shows no columns.')
  }

  async #sent(statement: Statement, columns: readonly ResultColumn[]): Promise<ResultSet<unknown[]>> {
    const sql = shownWhole(statement.sql, columns)
    const { resultSet } = await this.#call(() =>
      this.#connection.client.execute<unknown[]>(sql, boundValues(statement), {
        resultSet: true,
        outFormat: this.#driver.OUT_FORMAT_ARRAY,
        fetchArraySize: batchRows,
        prefetchRows: batchRows,
        fetchTypeHandler: (column) => this.#fetchedAs(column.dbType?.name ?? ''),
      }),
    )
    if (resultSet) return resultSet
    throw new StatementRefused('Only a single select is run here, and this statement shows no rows.')
  }

  /** Numbers with all their digits, and large values whole; undefined: as the driver does. */
  #fetchedAs(type: string): FetchTypeResponse | undefined {
    const { DB_TYPE_VARCHAR, DB_TYPE_NVARCHAR, DB_TYPE_RAW } = this.#driver
    if (/^DB_TYPE_(?:NUMBER|CLOB|LONG|ROWID|UROWID)$/.test(type)) return { type: DB_TYPE_VARCHAR }
    if (type === 'DB_TYPE_NCLOB') return { type: DB_TYPE_NVARCHAR }
    return type === 'DB_TYPE_BLOB' ? { type: DB_TYPE_RAW } : undefined
  }

  async #begin(): Promise<void> {
    await this.#own((session) => session.execute('set transaction read only'))
  }

  /** A call of the client's own between two statements. */
  #own<Answer>(work: (session: Connection) => Promise<Answer>): Promise<Answer> {
    return promptly(this.#connection, () => work(this.#connection.client))
  }
}

/** What decides what statements mean, whatever the database, the account or the environment has set. */
const settings = [
  "alter session set time_zone = '+00:00'",
  `alter session set nls_language = 'AMERICAN' nls_territory = 'AMERICA' nls_numeric_characters = '.,' nls_calendar = 'GREGORIAN'
   nls_sort = 'BINARY' nls_comp = 'BINARY' nls_length_semantics = 'CHAR' nls_nchar_conv_excp = 'TRUE'
   nls_date_format = 'YYYY-MM-DD HH24:MI:SS' nls_timestamp_format = 'YYYY-MM-DD HH24:MI:SS.FF9'
   nls_timestamp_tz_format = 'YYYY-MM-DD HH24:MI:SS.FF9 TZH:TZM'`,
]

/** Deadlocks and locks, snapshots that are too old, resources and limits, and a cancelling by somebody else, which may pass. */
const passing = new Set(
  [18, 20, 40, 51, 54, 60, 1013, 1555, 1652, 2049, 4031, 4036, 4061, 8176, 8177, 10_388, 12_805, 30_036].map(
    (number) => `ORA-${String(number).padStart(5, '0')}`,
  ),
)

const isOracleError = (error: unknown): error is Error => oracleErrorOf(error) !== null

function translate(error: unknown): unknown {
  return failureOf(error, isOracleError, (refusal) => {
    const told = oracleErrorOf(refusal)
    if (!told?.code.startsWith('ORA-')) return sourceLost(plainError(refusal))
    return passing.has(told.code) ? endedBySource(told.words, refusal) : new StatementRefused(told.words)
  })
}
