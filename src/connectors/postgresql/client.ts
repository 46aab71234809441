import Cursor from 'pg-cursor'
import type { CustomTypesConfig, FieldDef } from 'pg'
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
import { connectPostgresql, sqlState, type PostgresqlConnection } from './connection.ts'
import { postgresqlKind, type PostgresqlKind } from './kind.ts'
import { ownCode, refuseOwnCode, type OwnCode } from './own-code.ts'
import { MetTypes } from './server-types.ts'
import { cellParser, postgresqlFieldType, type ServerTypes } from './types.ts'
import { endedBySource, sourceLost, sessionNotOpened } from '../shared/network-failures.ts'
import { promptly } from '../shared/server-connection.ts'
import { refuseUnlessQuery } from '../shared/statement-text.ts'
import { secondsFor, StatementWatch, tooLate } from '../shared/statement-watch.ts'
import { ownStatement } from '../shared/rows.ts'

const batchRows = 1000

/**
 * One connection inside one read-only transaction of one snapshot. A savepoint taken at its start is gone back to after
 * a refused statement, which keeps the snapshot, where the server has savepoints. Statements go by the extended protocol, which takes
 * one at a time.
 */
export class PostgresqlClient {
  readonly #connection: PostgresqlConnection
  readonly #bounds: SessionBounds
  readonly #kind: PostgresqlKind
  readonly #reconnect: () => Promise<PostgresqlConnection>
  readonly #schema: string | null
  readonly #types = new MetTypes()
  /** Read when a person's expression is first run. */
  #ownCode: OwnCode | null = null
  #processId = 0
  /** As the session set it at first, for the transactions that follow; null before. */
  #path: string | null = null
  #busy = false
  /** A cancel on its way to the server; null when there is none. */
  #cancelling: Promise<void> | null = null

  private constructor(
    connection: PostgresqlConnection,
    bounds: SessionBounds,
    kind: PostgresqlKind,
    reconnect: () => Promise<PostgresqlConnection>,
    schema: string | null,
  ) {
    this.#schema = schema
    this.#connection = connection
    this.#bounds = bounds
    this.#kind = kind
    this.#reconnect = reconnect
  }

  /** `schema` is where a person's SQL finds what it names without one (default: what the role has set). Throws ServiceError as `connectPostgresql` does. */
  static async open(
    values: ConnectionValues,
    database: string | null,
    bounds: SessionBounds,
    { kind = postgresqlKind, schema = null }: { kind?: PostgresqlKind; schema?: string | null } = {},
  ): Promise<PostgresqlClient> {
    const connect = (): Promise<PostgresqlConnection> => connectPostgresql(values, database, bounds, kind)
    const client = new PostgresqlClient(await connect(), bounds, kind, connect, schema)
    try {
      await client.#begin()
      return client
    } catch (error) {
      const isLost = client.#connection.end.isOver || (error instanceof RunFailure && error.retryable)
      await client.close()
      throw error instanceof Aborted ? error : sessionNotOpened(error, isLost)
    }
  }

  get dialect(): Dialect {
    return this.#kind.dialect
  }

  /** The types of these object ids, and others. */
  async typesOf(oids: readonly number[]): Promise<ServerTypes> {
    const sql = this.#kind.types_sql
    await this.#types.meet(oids, async (parameters) =>
      sql === null ? { columns: [], rows: [] } : this.read(sql, parameters),
    )
    return this.#types.known
  }

  /** A statement of the connector's own, see `ownStatement`. */
  read(sql: string, parameters: string[] = []): Promise<Rows> {
    return ownStatement(this.query({ sql, parameters }))
  }

  /** All rows at once: the server uses no parallel plan for a statement whose rows are asked for in portions. */
  async query(statement: Statement): Promise<Rows> {
    await this.#refuseOwnCode(statement)
    return this.#rowsOf(await this.#alone(() => this.#whole(statement)))
  }

  async #rowsOf({ fields, rows }: Portion): Promise<Rows> {
    const unmet = fields.flatMap(({ dataTypeID }, index) =>
      this.#types.isUnknown(dataTypeID) ? [index] : [],
    )
    if (unmet.length > 0) {
      await this.typesOf(fields.map(({ dataTypeID }) => dataTypeID))
      for (const index of unmet) this.#parse(rows, index, fields[index]?.dataTypeID ?? 0)
    }
    return { columns: fields.map((field) => this.#column(field)), rows }
  }

  /** The columns of a person's query, of which no row is asked for. */
  async fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    await this.#refuseOwnCode(statement)
    const { columns: _columns, ...asked } = statement
    const sql = `select * from (${statement.sql}) as written_of limit 0`
    const { fields } = await this.#alone(() => this.#whole({ ...asked, sql }))
    await this.typesOf(fields.map(({ dataTypeID }) => dataTypeID))
    if (fields.length === 0) return []
    const natives = fields.map(
      ({ dataTypeID, dataTypeModifier }) =>
        `pg_catalog.format_type(${Math.trunc(dataTypeID)}, ${Math.trunc(dataTypeModifier)})`,
    )
    const { rows } = await this.read(`select ${natives.join(', ')}`)
    return fields.map((field, index) => ({
      ...this.#column(field),
      native_type: String(rows[0]?.[index] ?? ''),
      nullable: true,
    }))
  }

  async *stream(statement: Statement): AsyncGenerator<Rows> {
    await this.#refuseOwnCode(statement)
    let unmet: number[] = []
    for await (const { fields, rows } of this.#batches(statement)) {
      unmet = fields.map(({ dataTypeID }) => dataTypeID).filter((oid) => this.#types.isUnknown(oid))
      if (unmet.length > 0) break
      if (rows.length > 0) yield { columns: fields.map((field) => this.#column(field)), rows }
    }
    if (unmet.length === 0) return
    // Nothing can be asked between two portions, so the statement begins again; what was met is not asked for again.
    await this.typesOf(unmet)
    yield* this.stream(statement)
  }

  /**
   * Leaves the transaction for a new one, with its guards set again. `first` is a statement of the connector's own that is sent along,
   * as the first of the new transaction; its rows.
   */
  async renew(first?: string): Promise<Cell[][]> {
    try {
      const [answer] = await this.#renewed(first === undefined ? [] : [first])
      return answer?.rows ?? []
    } catch (error) {
      throw translate(error, this.#bounds.statement_timeout_seconds)
    }
  }

  /**
   * The same with a statement of the session before it, all in one message; of several of the connector's own it answers the rows of the last,
   * which find the tables of the first locked. That one waits for no lock and takes at most a second; where any fails all do, with the error of
   * the driver, and another `renew` may follow.
   */
  async renewWith(first: string, own: readonly string[]): Promise<{ first: Rows; own: Cell[][] }> {
    const before = ['set local lock_timeout = 10', 'set local statement_timeout = 1000']
    const after = ['set local lock_timeout to default', `set local statement_timeout = ${this.#timeoutMs}`]
    const answers = await this.#renewed([...before, first, ...after, ...own])
    const asked = answers[before.length]
    return {
      first: await this.#rowsOf(asked ?? { fields: [], rows: [] }),
      own: answers.at(-1)?.rows ?? [],
    }
  }

  /** Leaves the transaction, and with it the locks on the tables that it has read. */
  async rest(): Promise<void> {
    await promptly(this.#connection, () => this.#connection.client.query(this.#kind.rest))
    this.#connection.hold(false)
  }

  close(): Promise<void> {
    this.#connection.hold(true)
    return this.#connection.close()
  }

  async #refuseOwnCode({ written = [] }: Statement): Promise<void> {
    const sql = this.#kind.own_code_sql
    if (written.length === 0 || sql === null) return
    this.#ownCode ??= ownCode(await this.read(sql))
    for (const expression of written) refuseOwnCode(expression, this.#ownCode)
  }

  get #timeoutMs(): number {
    return Math.ceil(this.#bounds.statement_timeout_seconds * 1000)
  }

  #renewed(along: readonly string[]): Promise<Portion[]> {
    this.#connection.hold(true)
    this.#ownCode = null
    return this.#begin('rollback; ', along)
  }

  /** Begins a transaction with what is to be sent along; the answers to that. */
  async #begin(before = '', along: readonly string[] = []): Promise<Portion[]> {
    const { client } = this.#connection
    const begun = this.#kind.begin(this.#timeoutMs, this.#path, this.#schema)
    const text = [`${before}${begun}`, ...along].join('; ')
    const asked = { text, rowMode: 'array', types: this.#parsers() } as const
    const answers = await promptly(this.#connection, () => client.query<Cell[]>(asked))
    // The driver answers a text of several statements with a list, which its types do not say.
    const all = [answers].flat()
    const [last] = all.at(-1 - along.length)?.rows ?? []
    this.#processId = Number(last?.[0])
    this.#path = String(last?.[1])
    return along.length === 0 ? [] : all.slice(-along.length)
  }

  /** Runs `work` as the only statement of the session. */
  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#busy) throw new Error('A session runs one statement at a time.')
    this.#busy = true
    try {
      return await work()
    } catch (error) {
      await this.#recover()
      throw translate(error, this.#bounds.statement_timeout_seconds)
    } finally {
      this.#busy = false
    }
  }

  async #whole(statement: Statement): Promise<Portion> {
    const { client, end } = this.#connection
    refuseUnlessQuery(statement.sql)
    const { sql: text, parameters: values } = statement
    const asked = { text, values, queryMode: 'extended', rowMode: 'array', types: this.#parsers() } as const
    return this.#watch(statement).during(() => end.before(() => client.query<Cell[], unknown[]>(asked)))
  }

  #watch(statement: Statement): StatementWatch {
    return new StatementWatch(
      { signal: this.#bounds.signal, seconds: secondsFor(statement, this.#bounds) },
      () => this.#cancel(),
      this.#connection.destroy,
    )
  }

  #parse(rows: Cell[][], index: number, oid: number): void {
    const parse = cellParser(oid, this.#types.known)
    for (const row of rows) {
      const text = row[index] ?? null
      row[index] = text === null ? null : parse(String(text))
    }
  }

  async *#batches(statement: Statement): AsyncGenerator<Portion> {
    if (this.#busy) throw new Error('A session runs one statement at a time.')
    this.#busy = true
    const { client, end } = this.#connection
    const watch = this.#watch(statement)
    let cursor: Cursor<Cell[]> | undefined
    try {
      refuseUnlessQuery(statement.sql)
      const types = this.#parsers()
      const opened = client.query(
        new Cursor<Cell[]>(statement.sql, statement.parameters, { rowMode: 'array', types }),
      )
      cursor = opened
      const settle = (): void => {
        cursor = undefined
      }
      for (let isLast = false; !isLast;) {
        const portion = await watch.during(() => end.before(() => read(opened, settle)))
        isLast = portion.rows.length < batchRows
        if (isLast) settle()
        yield portion
      }
    } catch (error) {
      await this.#leave(cursor)
      cursor = undefined
      await this.#recover()
      throw translate(error, this.#bounds.statement_timeout_seconds)
    } finally {
      await this.#leave(cursor)
      this.#busy = false
    }
  }

  /** Closes a cursor that is neither read to its end nor failed. */
  async #leave(cursor: Cursor<Cell[]> | undefined): Promise<void> {
    if (cursor) await promptly(this.#connection, () => cursor.close()).catch(() => undefined)
  }

  #column(field: FieldDef): Rows['columns'][number] {
    const type = this.#types.known.get(field.dataTypeID)
    return { name: field.name, type: postgresqlFieldType(type, field.dataTypeModifier) }
  }

  #parsers(): CustomTypesConfig {
    return { getTypeParser: (oid: number) => cellParser(oid, this.#types.known) }
  }

  /** Makes the transaction usable again. A cancel that is still on its way would end the next statement, so it is waited for. */
  async #recover(): Promise<void> {
    const { client, end } = this.#connection
    if (end.isOver) return
    const again = async (): Promise<void> => {
      await end.before(async () => this.#cancelling)
      // Nothing follows in the transaction of a session that is aborted: one that is used again begins another.
      if (this.#bounds.signal.aborted) return
      const { recovery } = this.#kind
      if (recovery === null) await this.#begin('rollback; ')
      else await promptly(this.#connection, () => client.query(recovery))
    }
    await again().catch(() => again().catch(() => this.#connection.destroy()))
  }

  #cancel(): void {
    if (this.#connection.end.isOver) return
    this.#cancelling ??= this.#cancelOnce().finally(() => {
      this.#cancelling = null
    })
  }

  async #cancelOnce(): Promise<void> {
    try {
      const other = await this.#reconnect()
      const sql = 'select pg_cancel_backend($1)'
      await promptly(other, () => other.client.query(sql, [this.#processId])).finally(() => other.close())
    } catch {
      this.#connection.destroy()
    }
  }
}

/** Rows as the driver hands them over; values of types that the session has not met are text. */
interface Portion {
  fields: FieldDef[]
  rows: Cell[][]
}

/** `failed` is called when the cursor ends by an error, which the driver then has closed by itself. */
function read(cursor: Cursor<Cell[]>, failed: () => void): Promise<Portion> {
  const { promise, resolve, reject } = Promise.withResolvers<Portion>()
  cursor.read(batchRows, (error, rows, result) => {
    if (error) {
      failed()
      reject(error)
    } else resolve({ fields: result.fields, rows })
  })
  return promise
}

function translate(error: unknown, timeoutSeconds: number): unknown {
  if (error instanceof StatementRefused || error instanceof RunFailure || error instanceof Aborted)
    return error
  const state = sqlState(error)
  const message = messageOf(error)
  if (state === undefined) return sourceLost(error)
  if (state === '57014' && message.includes('statement timeout')) return tooLate(timeoutSeconds)
  // 08 connection, 40 serialization and deadlock, 57 the operator's doing, 58 the server's machine, 25P the end of a transaction that lasted
  // too long for the server, 55P03 a lock that somebody else did not give back in time.
  if (/^(?:08|40|57|58|25P0[34]|55P03)/.test(state)) return endedBySource(message, error)
  // 53: the memory, the disk, or what the server lets one statement have of them.
  return state.startsWith('53') ? new StatementTooLarge(message) : new StatementRefused(message)
}
