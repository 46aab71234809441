import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { Sqlglot, type ParameterValues } from './sqlglot.ts'

/** What a statement shows: types as DuckDB writes them, values as its texts. */
export interface TranslatedRows {
  columns: { name: string; type: string }[]
  rows: (string | null)[][]
}

/** Tables in DuckDB that are asked in the SQL of another engine, which sqlglot translates. */
export class TranslatedTables {
  readonly #glot = new Sqlglot()
  readonly #dialect: string
  readonly #instance: DuckDBInstance
  readonly #connection: DuckDBConnection

  private constructor(dialect: string, instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#dialect = dialect
    this.#instance = instance
    this.#connection = connection
  }

  /** `dialect` as sqlglot calls it. */
  static async open(dialect: string): Promise<TranslatedTables> {
    const instance = await DuckDBInstance.create(':memory:')
    return new TranslatedTables(dialect, instance, await instance.connect())
  }

  /** Statements of DuckDB itself. */
  async run(statements: readonly string[]): Promise<void> {
    for (const statement of statements) await this.#connection.run(statement)
  }

  /** Throws an Error with the reason of the translator or of DuckDB; `isRun` false: no rows are read. */
  async ask(sql: string, values: ParameterValues = {}, isRun = true): Promise<TranslatedRows> {
    const translation = await this.#glot.translate(sql, this.#dialect, values)
    if ('error' in translation) throw new Error(translation.error)
    const described = await this.#texts(`describe ${translation.sql}`)
    const columns = described.map(([name, type]) => ({ name: name ?? '', type: type ?? '' }))
    return {
      columns,
      rows: isRun ? await this.#texts(`select cast(columns(*) as varchar) from (${translation.sql})`) : [],
    }
  }

  close(): void {
    this.#glot.close()
    this.#connection.closeSync()
    this.#instance.closeSync()
  }

  async #texts(sql: string): Promise<(string | null)[][]> {
    const reader = await this.#connection.runAndReadAll(sql)
    return reader.getRows().map((row) => row.map((value) => (value === null ? null : String(value))))
  }
}
