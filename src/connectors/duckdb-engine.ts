import {
  StatementType,
  type DuckDBConnection,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  type DuckDBValue,
} from '@duckdb/node-api'
import { Aborted, messageOf, RunFailure } from '../kernel/errors.ts'
import type { Cell } from '../kernel/cell.ts'
import type { Statement } from '../sql/print.ts'
import { StatementRefused, type Rows, type SessionBounds } from './connector.ts'
import { duckdbColumnCell } from './duckdb-cells.ts'
import { guards } from './duckdb-guards.ts'
import type { HeldInstance } from './duckdb-instances.ts'
import { duckdbFieldType, duckdbText } from './duckdb-types.ts'
import { EngineFailure } from './engine-failure.ts'
import { refuseUnlessQuery } from './statement-text.ts'
import { StatementWatch } from './statement-watch.ts'
import { ownStatement } from './rows.ts'

/** What a connector adds to the engine that it shares with the others of its kind. */
export interface DuckdbSetup {
  /** Trusted statements of the session's own connection, such as `use`. */
  begin: readonly string[]
  /** Recognises a failure of the source behind DuckDB's message; null leaves it a refused statement. */
  explain(message: string): RunFailure | null
}

/**
 * A connection to a confined DuckDB, one statement at a time. Everything runs inside a transaction: DuckDB's streaming interface reports an error in the middle of a stream as its end, and only the
 * aborted transaction tells the two apart.
 */
export class DuckdbEngine {
  readonly #held: HeldInstance
  readonly #connection: DuckDBConnection
  readonly #bounds: SessionBounds
  readonly #setup: DuckdbSetup
  #busy = false
  /** After a failure of its own the engine refuses everything. */
  #broken = false

  private constructor(
    held: HeldInstance,
    connection: DuckDBConnection,
    bounds: SessionBounds,
    setup: DuckdbSetup,
  ) {
    this.#held = held
    this.#connection = connection
    this.#bounds = bounds
    this.#setup = setup
  }

  /** Takes the instance over, also when it throws: DuckDB's own error when a statement of `setup.begin` fails. */
  static async open(held: HeldInstance, bounds: SessionBounds, setup: DuckdbSetup): Promise<DuckdbEngine> {
    let connection: DuckDBConnection | undefined
    try {
      connection = await held.instance.connect()
      for (const sql of [guards, ...setup.begin, 'begin']) await connection.run(sql)
      return new DuckdbEngine(held, connection, bounds, setup)
    } catch (error) {
      connection?.closeSync()
      await held.release()
      throw error
    }
  }

  /** A statement of the connector's own, see `ownStatement`. */
  read(sql: string): Promise<Rows> {
    return ownStatement(this.query({ sql, parameters: [] }))
  }

  /** Names and types of the columns of a trusted select, as `describe` shows them; the select itself is not run. */
  async describe(select: string): Promise<Rows> {
    return this.read(`from (describe ${select})`)
  }

  async query(statement: Statement): Promise<Rows> {
    return this.#exclusively(async () => {
      const prepared = await this.#prepare(statement)
      try {
        const result = await prepared.run()
        return rows(result, await result.getRows())
      } finally {
        prepared.destroySync()
      }
    })
  }

  async *stream(statement: Statement): AsyncGenerator<Rows> {
    this.#enter()
    const watch = this.#watch()
    let prepared: DuckDBPreparedStatement | undefined
    let finished = false
    try {
      prepared = await watch.during(() => this.#prepare(statement))
      const opened = prepared
      const result = await watch.during(() => opened.stream())
      for (;;) {
        const chunk = await watch.during(() => result.fetchChunk())
        if (!chunk || chunk.rowCount === 0) break
        yield rows(result, chunk.getRows())
      }
      await this.#refuseSwallowedError(statement, watch)
      finished = true
    } catch (error) {
      throw this.#translate(error)
    } finally {
      if (!finished) this.#connection.interrupt()
      prepared?.destroySync()
      if (!finished) await this.#restart()
      this.#busy = false
    }
  }

  close(): Promise<void> {
    this.#connection.closeSync()
    return this.#held.release()
  }

  #enter(): void {
    if (this.#busy) throw new Error('A session runs one statement at a time.')
    this.#busy = true
  }

  #watch(): StatementWatch {
    return new StatementWatch(this.#bounds, () => this.#connection.interrupt())
  }

  async #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#enter()
    try {
      return await this.#watch().during(work)
    } catch (error) {
      const translated = this.#translate(error)
      await this.#restart()
      throw translated
    } finally {
      this.#busy = false
    }
  }

  async #prepare(statement: Statement): Promise<DuckDBPreparedStatement> {
    refuseUnlessQuery(statement.sql)
    const extracted = await this.#connection.extractStatements(statement.sql)
    if (extracted.count !== 1) {
      throw new StatementRefused(`Only a single select is run here, and this text holds ${extracted.count}.`)
    }
    const prepared = await extracted.prepare(0)
    if (prepared.statementType !== StatementType.SELECT) {
      prepared.destroySync()
      throw new StatementRefused('Only a single select is run here.')
    }
    bind(prepared, statement.parameters)
    return prepared
  }

  async #refuseSwallowedError(statement: Statement, watch: StatementWatch): Promise<void> {
    try {
      await this.#connection.run('select 1')
      return
    } catch {
      await this.#restart()
    }
    // Running it again into a table, which can spill as a held result cannot, is the only way to learn the reason.
    await watch.during(async () => {
      const again = await this.#connection.prepare(
        `create or replace temp table statement_again as ${statement.sql}`,
      )
      try {
        bind(again, statement.parameters)
        await again.run()
      } finally {
        again.destroySync()
      }
    })
    throw new RunFailure('The source ended a statement before its last row.', { retryable: true })
  }

  /** A failed or left statement leaves the transaction aborted or open; the next one needs a new one. */
  async #restart(): Promise<void> {
    // It would refuse this too, and hide the reason.
    if (this.#broken) return
    await this.#connection.run('rollback')
    await this.#connection.run('begin')
  }

  #translate(error: unknown): unknown {
    if (error instanceof StatementRefused || error instanceof RunFailure || error instanceof Aborted)
      return error
    const message = error instanceof Error ? error.message : String(error)
    const failure = this.#setup.explain(message)
    if (failure) return failure
    if (/^(?:FATAL|INTERNAL) Error/.test(message)) {
      this.#broken = true
      return new EngineFailure(reasonOf(message), error)
    }
    return new StatementRefused(reasonOf(message), { cause: error })
  }
}

/** The sentence at the head of one of DuckDB's long messages, without its excerpt of the statement and its advice. */
export function reasonOf(message: string): string {
  const [head = message] = message
    .replace(/^Failed to extract statements: /, '')
    .split(/\n\s*\n|\n\s*LINE \d|\nPossible |\nTry setting /)
  return messageOf(head)
}

/** The settings that let an engine read the files named and no others; they must exist. */
export function allowFiles(paths: readonly string[]): string {
  return `set allowed_paths = [${paths.map((path) => duckdbText(path)).join(', ')}]`
}

/** The setting that lets an engine read what is, or comes to be, in a folder beside the files allowed. */
export function allowFolder(path: string): string {
  return `set allowed_directories = [${duckdbText(`${path}/`)}]`
}

function bind(prepared: DuckDBPreparedStatement, parameters: readonly string[]): void {
  parameters.forEach((value, index) => prepared.bindVarchar(index + 1, value))
}

function rows(result: DuckDBResult, values: DuckDBValue[][]): Rows {
  const types = result.columnTypes().map(String)
  const readers = types.map((type) => duckdbColumnCell(type))
  return {
    columns: result.columnNames().map((name, index) => ({ name, type: duckdbFieldType(types[index] ?? '') })),
    rows: values.map((row): Cell[] => row.map((value, index) => readers[index]?.(value) ?? null)),
  }
}
