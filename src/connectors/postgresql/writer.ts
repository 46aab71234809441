import { RunFailure } from '../../kernel/errors.ts'
import type { ConnectionValues, SessionBounds } from '../connector.ts'
import { preparedWriter, writingFailure, type WritingFault } from '../shared/server-writer.ts'
import { StatementWatch } from '../shared/statement-watch.ts'
import type { FoundTable, TableStore } from '../shared/table-writer.ts'
import { typeWord, type TypeWords } from '../shared/written-types.ts'
import {
  ownMark,
  type Replaced,
  type WrittenColumn,
  type WrittenTable,
  type WrittenType,
  type WrittenValue,
  type Writer,
} from '../writer.ts'
import { connectPostgresql, sqlState, type PostgresqlConnection } from './connection.ts'
import { CopyIn, copyLine } from './copy-in.ts'
import { fillingFrom, isTied } from './tied-table.ts'

const words: TypeWords = {
  integer: 'bigint',
  float: 'double precision',
  number: 'numeric',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp with time zone',
  datetime: 'timestamp without time zone',
}

/** Opens a writer; throws ServiceError as `connectPostgresql` does. */
export async function openPostgresqlWriter(
  values: ConnectionValues,
  database: string | null,
  schema: string,
  bounds: SessionBounds,
): Promise<Writer> {
  const connection = await connectPostgresql(values, database, bounds)
  return preparedWriter(new PostgresqlTables(connection, schema, bounds))
}

/** Tables of one schema, filled by COPY. A statement that is to stop ends with its connection, and with it the transaction. */
class PostgresqlTables implements TableStore {
  readonly longest_name = 63
  readonly ignores_case = false
  readonly #connection: PostgresqlConnection
  readonly #schema: string
  readonly #bounds: SessionBounds
  /** Of the rows of the transaction; null before the first. */
  #copy: CopyIn | null = null

  constructor(connection: PostgresqlConnection, schema: string, bounds: SessionBounds) {
    this.#connection = connection
    this.#schema = schema
    this.#bounds = bounds
  }

  async prepare(): Promise<void> {
    const milliseconds = Math.ceil(this.#bounds.statement_timeout_seconds * 1000)
    await this.#run(
      `set statement_timeout = ${milliseconds}; set lock_timeout = ${lockTimeoutMs}; set timezone = 'UTC';
       set datestyle = 'ISO, YMD'; set standard_conforming_strings = on; set client_encoding = 'UTF8';
       set search_path = pg_catalog`,
    )
  }

  async find(table: string): Promise<FoundTable | null> {
    // A table without columns has one row here, with no name in it.
    const rows = await this.#run(
      `select c.relkind, obj_description(c.oid, 'pg_class'), a.attname, format_type(a.atttypid, a.atttypmod)
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where n.nspname = $1 and c.relname = $2`,
      [this.#schema, table],
    )
    const [first] = rows
    if (!first) return null
    return {
      is_ours: first[0] === 'r' && String(first[1] ?? '').startsWith(ownMark),
      columns: rows.flatMap(([, , name, type]) =>
        name === null ? [] : [{ name: String(name), type: String(type) }],
      ),
    }
  }

  typeWord(type: WrittenType): string {
    return typeWord(words, type).replace(/^decimal/, 'numeric')
  }

  async create({ name, columns }: WrittenTable): Promise<void> {
    const list = columns.map((column) => `${quoted(column.name)} ${this.typeWord(column.type)}`)
    await this.#run(
      // Statements in one text are one transaction.
      `create table ${this.#named(name)} (${list.join(', ')}); comment on table ${this.#named(name)} is '${ownMark}'`,
    )
  }

  async addColumn(table: string, { name, type }: WrittenColumn): Promise<void> {
    await this.#run(`alter table ${this.#named(table)} add column ${quoted(name)} ${this.typeWord(type)}`)
  }

  async changeType(table: string, { name, type }: WrittenColumn): Promise<void> {
    const word = this.typeWord(type)
    await this.#run(
      `alter table ${this.#named(table)} alter column ${quoted(name)} type ${word} using ${quoted(name)}::text::${word}`,
    )
  }

  async begin(): Promise<void> {
    await this.#run('begin')
  }

  async remove({ name, columns }: WrittenTable, { column, values, and }: Replaced): Promise<void> {
    const word = (of: string): string => this.typeWord(columns.find((one) => one.name === of)?.type ?? 'text')
    const condition = `${quoted(column)} = any($1::${word(column)}[])`
    const other = and ? ` and ${quoted(and.column)} = $2::${word(and.column)}` : ''
    const parameters = [values.map(String), ...(and ? [String(and.value)] : [])]
    await this.#run(`delete from ${this.#named(name)} where ${condition}${other}`, parameters)
  }

  async empty({ name }: WrittenTable): Promise<void> {
    await this.#run(`delete from ${this.#named(name)}`)
  }

  /** One COPY for all rows of the transaction. */
  async insert({ name, columns }: WrittenTable, rows: readonly (readonly WrittenValue[])[]): Promise<void> {
    const list = columns.map((column) => quoted(column.name)).join(', ')
    const copy = (this.#copy ??= await this.#begunCopy(`copy ${this.#named(name)} (${list}) from stdin`))
    await this.#watched(() => copy.add(rows.map(copyLine).join('')))
  }

  /** One COPY for all texts. */
  async takeLines({ name, columns }: WrittenTable, texts: AsyncIterable<string>): Promise<number> {
    const list = columns.map((column) => quoted(column.name)).join(', ')
    const copy = await this.#begunCopy(`copy ${this.#named(name)} (${list}) from stdin (format csv)`)
    try {
      for await (const text of texts) await this.#watched(() => copy.add(text))
    } catch (error) {
      await this.#watched(() => copy.giveUp()).catch(() => undefined)
      throw error
    }
    return this.#watched(() => copy.end())
  }

  async commit(): Promise<void> {
    const copy = this.#takenCopy()
    if (copy) await this.#watched(() => copy.end())
    await this.#run('commit')
  }

  async rollback(): Promise<void> {
    const copy = this.#takenCopy()
    if (copy) await this.#watched(() => copy.giveUp()).catch(() => undefined)
    await this.#run('rollback')
  }

  async drop(table: string): Promise<void> {
    await this.#run(`drop table ${this.#named(table)}`)
  }

  async count(table: string): Promise<number> {
    const [[count] = []] = await this.#run(`select count(*) from ${this.#named(table)}`)
    return Number(count)
  }

  async swap(from: string, to: string, exists: boolean): Promise<void> {
    const rename = `alter table ${this.#named(from)} rename to ${quoted(to)}`
    const filling = exists ? await this.#filling(from, to) : null
    const steps = filling ?? (exists ? [`drop table ${this.#named(to)}`, rename] : [rename])
    // Statements in one text are one transaction.
    await this.#run(steps.join('; ')).catch((error: unknown) => {
      throw filling ? heldBack(error, to) : error
    })
  }

  /** How a table stays to which people tied something; null for one that may as well go. */
  async #filling(from: string, to: string): Promise<string[] | null> {
    const [[tied] = []] = await this.#run(isTied, [this.#schema, to, from])
    if (tied !== true) return null
    const [next, there] = [await this.find(from), await this.find(to)]
    if (!next || !there) return null
    const named = (name: string, found: FoundTable) => ({ ...found, name: this.#named(name) })
    return fillingFrom(named(from, next), named(to, there), quoted)
  }

  close(): Promise<void> {
    return this.#connection.close()
  }

  #named(table: string): string {
    return `${quoted(this.#schema)}.${quoted(table)}`
  }

  /** How long a COPY takes is the doing of who hands the rows, so only each part of it has a time. */
  async #begunCopy(sql: string): Promise<CopyIn> {
    await this.#run('set local statement_timeout = 0')
    const copy = new CopyIn(sql)
    this.#connection.client.query(copy)
    return copy
  }

  /** The COPY of `insert` that is under way, which is the caller's to end; null when there is none. */
  #takenCopy(): CopyIn | null {
    const copy = this.#copy
    this.#copy = null
    return copy
  }

  async #run(text: string, values?: unknown[]): Promise<unknown[][]> {
    const { client } = this.#connection
    return this.#watched(async () => {
      const asked = { text, rowMode: 'array', ...(values && { values }) } as const
      const answer = await client.query<unknown[], unknown[]>(asked)
      // Several statements in one text have an answer each.
      return Array.isArray(answer) ? [] : answer.rows
    })
  }

  async #watched<Result>(work: () => Promise<Result>): Promise<Result> {
    const { signal, statement_timeout_seconds: seconds } = this.#bounds
    // The server ends a statement by itself; the connection goes a little later, should it not.
    const watch = new StatementWatch({ signal, seconds: seconds + 5 }, this.#connection.destroy)
    try {
      return await watch.during(() => this.#connection.end.before(work))
    } catch (error) {
      throw translate(error, this.#schema)
    }
  }
}

/** What people tied to a table reads a column of it (2BP01), or reads it by its type (0A000): only they can tell what it is for. */
function heldBack(error: unknown, table: string): unknown {
  const state = error instanceof RunFailure ? sqlState(error.cause) : undefined
  if (state !== '2BP01' && state !== '0A000') return error
  return new RunFailure(
    `The table "${table}" of the enrichment datastore was left as it is: it has other columns now, and a view, or something else that people made over it, reads one that is gone or of another type. Drop that or change it, then run this again.`,
    { cause: error },
  )
}

/** A reader may hold a table that is to be replaced; longer than this is not waited for. */
const lockTimeoutMs = 30_000

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

function translate(error: unknown, schema: string): unknown {
  if (sqlState(error) === '3F000') {
    const sentence = `The enrichment datastore has no schema "${schema}". Create it there, or choose another.`
    return new RunFailure(sentence, { cause: error, retryable: true })
  }
  const remedy = `Give the role of its connection the right to create and change tables in the schema "${schema}".`
  return writingFailure(error, faultOf, remedy)
}

function faultOf(error: unknown): WritingFault {
  const state = sqlState(error)
  if (state === undefined) return 'lost'
  if (state === '42501' || state === '25006') return 'denied'
  if (state.startsWith('53')) return 'full'
  // 08 connection, 40 serialization and deadlock, 55 locks, 57 the operator's doing, 58 the server's machine.
  return /^(?:08|40|55|57|58)/.test(state) ? 'passing' : 'refused'
}
