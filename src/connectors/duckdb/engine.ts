import { availableParallelism } from 'node:os'
import {
  DuckDBInstance,
  StatementType,
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  DuckDBDecimalValue,
  type DuckDBValue,
} from '@duckdb/node-api'
import { StatementRefused } from '../connector.ts'
import type { DuckdbBatch, DuckdbQuestion } from './messages.ts'
import { endingLines, LineTexts } from './line-texts.ts'
import { duckdbFieldType } from './types.ts'
import { decimalsIn, type SentCell, boxed } from './sent-cells.ts'
import { refuseUnlessQuery } from '../shared/statement-text.ts'
import { decimalText, duckdbColumnCell } from './cells.ts'

/** Cancels come four times a second; a machine with much to do may let several of them hit. */
const mostRestarts = 100
/** Buffers of readers and decompression are not held to DuckDB's limit: so much of a session's memory is. */
const countedShare = 7 / 8
/** Rows that make a batch worth sending. */
const fullBatch = 1024
/** Milliseconds after which a batch is sent as it is. */
const longestWait = 20

type Opening = Extract<DuckdbQuestion, { kind: 'open' }>
type Asked = { sql: string; parameters: readonly string[] }

/**
 * A confined in-memory DuckDB with one connection, one statement at a time; it lives in the process of `duckdb/child.ts`
 * alone. Everything runs inside a transaction: DuckDB's streaming interface reports an error in the middle of a stream as
 * its end, and only the aborted transaction tells the two apart. What it throws is DuckDB's own error, or StatementRefused.
 */
export class DuckdbEngine {
  readonly #instance: DuckDBInstance
  readonly #connection: DuckDBConnection
  #isBroken = false

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance
    this.#connection = connection
  }

  static async open(opening: Opening): Promise<DuckdbEngine> {
    const instance = await create(opening)
    let connection: DuckDBConnection | undefined
    try {
      connection = await instance.connect()
      for (const sql of [guards, ...opening.begin, 'begin']) await connection.run(sql)
      return new DuckdbEngine(instance, connection)
    } catch (error) {
      connection?.closeSync()
      instance.closeSync()
      throw error
    }
  }

  async query(asked: Asked): Promise<DuckdbBatch> {
    try {
      const prepared = await this.#prepare(asked)
      try {
        const result = await prepared.run()
        return batchOf(result, await result.fetchAllChunks(), true)
      } finally {
        prepared.destroySync()
      }
    } catch (error) {
      await this.#restart()
      throw error
    }
  }

  /** A trusted statement that changes the session's own tables, in a transaction of its own: a later rollback leaves it. */
  async change(sql: string): Promise<void> {
    try {
      await this.#connection.run('rollback')
      await this.#connection.run(sql)
    } finally {
      await this.#restart()
    }
  }

  /** The engine hands over what a filter leaves of 2048 rows, which may be one: several are sent together. */
  async *stream(asked: Asked): AsyncGenerator<DuckdbBatch> {
    let held: { result: DuckDBResult; chunks: DuckDBDataChunk[]; rows: number; since: number } | null = null
    for await (const { result, chunk } of this.#chunks(asked)) {
      held ??= { result, chunks: [], rows: 0, since: performance.now() }
      held.chunks.push(chunk)
      held.rows += chunk.rowCount
      if (held.rows < fullBatch && performance.now() - held.since < longestWait) continue
      yield batchOf(result, held.chunks, false)
      held = null
    }
    if (held) yield batchOf(held.result, held.chunks, false)
  }

  /** The rows of a statement with the one column `line`, put together to long texts with line ends between. */
  async *streamLines(asked: Asked): AsyncGenerator<DuckdbBatch> {
    const texts = new LineTexts()
    const batch = (text: string): DuckdbBatch => ({
      kind: 'batch',
      columns: [{ name: 'line', type: 'String', decimals: 'none' }],
      rows: [[text]],
      isLast: false,
    })
    for await (const { chunk } of this.#chunks({ ...asked, sql: endingLines(asked.sql) }))
      for (const text of texts.add(chunk)) yield batch(text)
    for (const text of texts.rest()) yield batch(text)
  }

  async *#chunks(asked: Asked): AsyncGenerator<{ result: DuckDBResult; chunk: DuckDBDataChunk }> {
    let prepared: DuckDBPreparedStatement | undefined
    let finished = false
    try {
      prepared = await this.#prepare(asked)
      const result = await prepared.stream()
      for (;;) {
        const chunk = await result.fetchChunk()
        if (!chunk || chunk.rowCount === 0) break
        yield { result, chunk }
      }
      await this.#refuseSwallowedError(asked)
      finished = true
    } finally {
      if (!finished) this.#connection.interrupt()
      prepared?.destroySync()
      if (!finished) await this.#restart()
    }
  }

  /** True when it can answer nothing more. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  interrupt(): void {
    this.#connection.interrupt()
  }

  close(): void {
    this.#connection.closeSync()
    this.#instance.closeSync()
  }

  async #prepare({ sql, parameters }: Asked): Promise<DuckDBPreparedStatement> {
    refuseUnlessQuery(sql)
    const extracted = await this.#connection.extractStatements(sql)
    if (extracted.count !== 1) {
      throw new StatementRefused(`Only a single select is run here, and this text holds ${extracted.count}.`)
    }
    const prepared = await extracted.prepare(0)
    if (prepared.statementType !== StatementType.SELECT) {
      prepared.destroySync()
      throw new StatementRefused('Only a single select is run here.')
    }
    bind(prepared, parameters)
    return prepared
  }

  async #refuseSwallowedError({ sql, parameters }: Asked): Promise<void> {
    try {
      await this.#connection.run('select 1')
      return
    } catch {
      await this.#restart()
    }
    // Running it again into a table, which can spill as a held result cannot, is the only way to learn the reason.
    const again = await this.#connection.prepare(`create or replace temp table statement_again as ${sql}`)
    try {
      bind(again, parameters)
      await again.run()
    } finally {
      again.destroySync()
    }
    throw new Error('FATAL Error: The source ended a statement before its last row.')
  }

  /**
   * A failed or left statement leaves the transaction aborted or open; the next one needs a new one. Whoever cancels asks
   * again until the answer is there, which cancels this, too; so it is tried again, and the first read shows whether it worked.
   */
  async #restart(): Promise<void> {
    for (let tries = 0; tries < mostRestarts; tries++) {
      await this.#connection.run('rollback').catch(() => undefined)
      try {
        await this.#connection.run('begin')
        await this.#connection.run('select 1')
        return
      } catch {
        // Cancelled, or the engine broke down, which refuses this every time; the reason is that of the statement.
      }
    }
    this.#isBroken = true
  }
}

async function create({ memory_mb, scratch_folder, prepare }: Opening): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${Math.floor(memory_mb * countedShare)}MiB`,
    threads: String(Math.min(8, availableParallelism())),
    temp_directory: scratch_folder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  try {
    const connection = await instance.connect()
    const lock = ['set enable_external_access = false', 'set lock_configuration = true']
    for (const sql of [`set global TimeZone = 'UTC'`, ...prepare, ...lock]) await connection.run(sql)
    connection.closeSync()
    return instance
  } catch (error) {
    instance.closeSync()
    throw error
  }
}

function bind(prepared: DuckDBPreparedStatement, parameters: readonly string[]): void {
  parameters.forEach((value, index) => prepared.bindVarchar(index + 1, value))
}

function batchOf(result: DuckDBResult, chunks: readonly DuckDBDataChunk[], isLast: boolean): DuckdbBatch {
  const types = result.columnTypes().map(String)
  const columns = result.columnNames().map((name, index) => {
    const type = types[index] ?? ''
    return { name, type: duckdbFieldType(type), decimals: decimalsIn(type) }
  })
  const rows: SentCell[][] = []
  for (const chunk of chunks) appendRows(chunk, types, rows)
  return { kind: 'batch', columns, rows, isLast }
}

/** Column by column: the way that a chunk has its values. */
function appendRows(chunk: DuckDBDataChunk, types: readonly string[], rows: SentCell[][]): void {
  const first = rows.length
  for (let row = 0; row < chunk.rowCount; row++) rows.push([])
  types.forEach((type, index) => {
    const vector = chunk.getColumnVector(index)
    const send = senderOf(type)
    for (let row = 0; row < chunk.rowCount; row++) rows[first + row]?.push(send(vector.getItem(row)))
  })
}

/** Most characters or elements that one call may make out of nothing; a table that is walked row by row has no bound. */
const most = 1_000_000

const unless = (size: string, argument: string, name: string): string =>
  `if(${size} > ${most}, error('${name}() would make more than ${most} characters or elements in one value'), ${argument})`

/** The number of steps between two whole numbers; moments have none here, only as a table. */
const steps = (from: string, to: string, step = '1'): string =>
  `abs((cast(${to} as hugeint) - ${from}) // ${step})`

const series = (name: string): string =>
  `create temp macro ${name}(a) as system.main.${name}(${unless('cast(a as hugeint)', 'a', name)}),
    (a, b) as system.main.${name}(a, ${unless(steps('a', 'b'), 'b', name)}),
    (a, b, c) as system.main.${name}(a, ${unless(steps('a', 'b', 'c'), 'b', name)}, c)`

const resize = (name: string): string =>
  `create temp macro ${name}(l, n) as system.main.${name}(l, ${unless('n', 'n', name)}),
    (l, n, v) as system.main.${name}(l, ${unless('n', 'n', name)}, v)`

const pad = (name: string): string =>
  `create temp macro ${name}(s, n, p) as system.main.${name}(s, ${unless('n', 'n', name)}, p)`

/**
 * Stand before DuckDB's functions that make one value of any size. It computes constants while it plans, where it can
 * be neither interrupted nor held to its memory, so a single call could keep the service busy for minutes.
 */
const guards = [
  `create temp macro repeat(s, n) as system.main.repeat(s, ${unless('cast(len(s) as hugeint) * n', 'n', 'repeat')})`,
  `create temp macro bitstring(s, n) as system.main.bitstring(s, ${unless('n', 'n', 'bitstring')})`,
  ...['lpad', 'rpad'].map(pad),
  ...['range', 'generate_series'].map(series),
  ...['list_resize', 'array_resize'].map(resize),
].join(';\n')

/** The form in which a value of the column is sent. */
function senderOf(type: string): (value: DuckDBValue) => SentCell {
  const cell = duckdbColumnCell(type)
  switch (decimalsIn(type)) {
    case 'none':
      return (value) => cell(value) as SentCell
    case 'itself':
      return (value) => (value instanceof DuckDBDecimalValue ? decimalText(value) : null)
    case 'within':
      return (value) => boxed(cell(value))
  }
}
