import type { DuckDBAppender, DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { Aborted } from '../../kernel/errors.ts'
import type { Cell } from '../../kernel/cell.ts'
import type { SessionBounds } from '../connector.ts'
import type { duckdbCell } from './cells.ts'

type CellOf = typeof duckdbCell

/** The bounds of what is done outside the source. */
export interface StagingBounds extends Omit<SessionBounds, 'allowed_paths'> {
  /** The areas that are opened, for whoever ends the work to dispose of: some stay open for records that nobody may ever read (default: none is kept). */
  open_areas?: DisposableStack
}

/**
 * A private, in-memory DuckDB for what no source can answer alone: rows of several stores are put beside each other in
 * it. It keeps to the memory of the bounds and spills into their scratch folder. Its statements are the engine's own;
 * nothing that a person wrote is run here.
 */
export class Staging {
  readonly #instance: DuckDBInstance
  readonly #connection: DuckDBConnection
  readonly #cellOf: CellOf
  readonly #signal: AbortSignal
  readonly #interrupt: () => void
  #isClosed = false

  private constructor(
    instance: DuckDBInstance,
    connection: DuckDBConnection,
    cellOf: CellOf,
    signal: AbortSignal,
  ) {
    this.#instance = instance
    this.#connection = connection
    this.#cellOf = cellOf
    this.#signal = signal
    this.#interrupt = () => connection.interrupt()
    signal.addEventListener('abort', this.#interrupt)
  }

  /** Open until it is closed, or `open_areas` of the bounds is disposed of. */
  static async open({
    memory_mb,
    scratch_folder,
    signal,
    open_areas,
  }: Pick<StagingBounds, 'memory_mb' | 'scratch_folder' | 'signal' | 'open_areas'>): Promise<Staging> {
    // The driver is loaded by who needs it: it is a tenth of a start.
    const [{ DuckDBInstance }, { duckdbCell }] = await Promise.all([
      import('@duckdb/node-api'),
      import('./cells.ts'),
    ])
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: `${memory_mb}MiB`,
      temp_directory: scratch_folder,
      preserve_insertion_order: 'false',
    })
    const staging = new Staging(instance, await instance.connect(), duckdbCell, signal)
    open_areas?.defer(() => staging.close())
    return staging
  }

  /** Fills a new table of text columns, batch by batch; a cell that is null stays null. */
  async load(
    table: string,
    columns: readonly string[],
    batches: AsyncIterable<(string | null)[][]>,
  ): Promise<void> {
    await this.run(`create table ${table} (${columns.map((name) => `${name} varchar`).join(', ')})`)
    const appender = await this.#connection.createAppender(table)
    try {
      for await (const batch of batches) {
        if (this.#signal.aborted) throw new Aborted()
        for (const row of batch) appendRow(appender, row)
        appender.flushSync()
      }
    } finally {
      appender.closeSync()
    }
  }

  /** Runs a statement of the engine's own and returns all its rows: for small results. */
  async run(sql: string): Promise<Cell[][]> {
    // What is interrupted between two statements goes on with the next one.
    if (this.#signal.aborted) throw new Aborted()
    try {
      const result = await this.#connection.run(sql)
      return (await result.getRows()).map((row) => row.map((value) => this.#cellOf(value)))
    } catch (error) {
      if (this.#signal.aborted) throw new Aborted()
      throw error
    }
  }

  /** The same for results of any size, in batches; of a finished table only, since a failure of the statement would look like its end. */
  async *stream(sql: string): AsyncGenerator<Cell[][]> {
    const result = await this.#connection.stream(sql)
    for (;;) {
      if (this.#signal.aborted) throw new Aborted()
      const chunk = await result.fetchChunk()
      if (!chunk || chunk.rowCount === 0) break
      yield chunk.getRows().map((row) => row.map((value) => this.#cellOf(value)))
    }
    // An interrupted stream looks like one that ended.
    if (this.#signal.aborted) throw new Aborted()
  }

  /** It may be closed again. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#signal.removeEventListener('abort', this.#interrupt)
    this.#connection.closeSync()
    this.#instance.closeSync()
  }
}

function appendRow(appender: DuckDBAppender, row: readonly (string | null)[]): void {
  for (const cell of row) {
    if (cell === null) appender.appendNull()
    else appender.appendVarchar(cell)
  }
  appender.endRow()
}
