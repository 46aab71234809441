import { randomBytes } from 'node:crypto'
import { RunFailure } from '../../kernel/errors.ts'
import { quoteIdentifier } from '../../sql/quoting.ts'
import type { ConnectionValues, Rows, SessionBounds } from '../connector.ts'
import { TrinoClient, type Place } from './client.ts'
import { trinoText } from './types.ts'
import { wallMilliseconds } from '../shared/wall-clock.ts'

/** What the names of this process have in common, so that it never takes its own tables for left-overs. */
const origin = randomBytes(5).toString('hex')

/** Tables of this process that the server was not there to drop. */
const leftBehind = new Set<string>()

/** Time since 1970 in seconds, the process, and a number that no other table has. */
const named = /^assay_files_(\d+)_([0-9a-f]+)_[0-9a-f]+$/

/** A statement that declares or drops a table is done, or fails, within so many seconds. */
const declaringSeconds = 60
/** A silent server must not hold up whoever leaves it. */
const partingMs = 5000

/** A column of an external table, with its type there. */
export interface DeclaredColumn {
  name: string
  type: string
}

/**
 * External tables in one schema, which is there for nothing else. They are the only thing that this service ever changes on a server of Trino;
 * the client is its own, so that no statement of a person, and no abort, comes between.
 */
export class ScratchTables {
  readonly #client: TrinoClient
  readonly #place: Place
  readonly #declared = new Set<string>()

  private constructor(client: TrinoClient, place: Place) {
    this.#client = client
    this.#place = place
  }

  /** Throws what TrinoClient.open does. What was declared is dropped after an abort, too, so these statements have a time of their own. */
  static async open(
    connection: ConnectionValues,
    place: Place,
    bounds: SessionBounds,
  ): Promise<ScratchTables> {
    const { signal } = new AbortController()
    const own = { ...bounds, signal, statement_timeout_seconds: declaringSeconds }
    return new ScratchTables(await TrinoClient.open(connection, place, own), place)
  }

  /** Declares the Parquet files of a folder, and returns the name of the table as statements take it; RunFailure with the server's reason. */
  async declare(folder: string, columns: readonly DeclaredColumn[]): Promise<string> {
    const name = `assay_files_${Math.floor(wallMilliseconds() / 1000)}_${origin}_${randomBytes(6).toString('hex')}`
    const table = this.#quoted(name)
    const listed = columns.map((column) => `${this.#name(column.name)} ${column.type}`).join(', ')
    // An answer that is lost may be of a table that was made.
    this.#declared.add(name)
    await this.#run(
      `create table ${table} (${listed}) with (format = 'PARQUET', external_location = ${trinoText(folder)})`,
    )
    return table
  }

  /** Drops the tables that other processes have left, once they are older than so many seconds, and those that this one could not drop. */
  async sweep(seconds: number): Promise<void> {
    const { catalog, schema } = this.#place
    const { rows } = await this.#run(
      `select table_name from ${this.#name(catalog)}.information_schema.tables where table_schema = ${trinoText(schema)}`,
    )
    const latest = wallMilliseconds() / 1000 - seconds
    for (const [name = null] of rows) {
      const [, made = '', by] = named.exec(String(name)) ?? []
      const isLeft = by === origin ? leftBehind.has(String(name)) : made !== '' && Number(made) <= latest
      if (isLeft && !(await this.#drop(String(name)))) return
    }
  }

  /** Drops what was declared; a server that is gone keeps it until somebody sweeps, and is not asked for each table anew. */
  drop(): Promise<void> {
    return this.#dropAll((name) => this.#drop(name))
  }

  /** Each drop is waited for so long. */
  async close(ms = partingMs): Promise<void> {
    try {
      await this.#dropAll((name) => this.#dropWithin(ms, name))
    } finally {
      this.#client.close()
    }
  }

  async #dropAll(drop: (name: string) => Promise<boolean>): Promise<void> {
    let isThere = true
    for (const name of this.#declared) {
      if (isThere) isThere = await drop(name)
      else leftBehind.add(name)
    }
    this.#declared.clear()
  }

  async #dropWithin(ms: number, name: string): Promise<boolean> {
    const timer = setTimeout(() => this.#client.close(), ms)
    return this.#drop(name).finally(() => clearTimeout(timer))
  }

  /** False: the server is away. */
  async #drop(name: string): Promise<boolean> {
    try {
      await this.#run(`drop table if exists ${this.#quoted(name)}`)
      leftBehind.delete(name)
      return true
    } catch (error) {
      if (!(error instanceof RunFailure)) throw error
      // Those of other processes are found by their age.
      if (this.#declared.has(name)) leftBehind.add(name)
      return !error.retryable
    }
  }

  #run(sql: string): Promise<Rows> {
    return this.#client.statements.read(sql)
  }

  #quoted(table: string): string {
    return [this.#place.catalog, this.#place.schema, table].map((part) => this.#name(part)).join('.')
  }

  #name(name: string): string {
    return quoteIdentifier(name, this.#client.dialect)
  }
}
