import { TYPES, Request, type Connection } from 'tedious'
import type { Cell } from '../../kernel/cell.ts'
import type { Rows } from '../connector.ts'
import type { ConnectionEnd } from '../shared/connection-end.ts'
import { valuesIn } from './batch.ts'
import type { ResultColumn } from './types.ts'

const batchRows = 1000

/** The rows of a running statement, in batches. Between two batches nothing is read, so that the server waits for a slow reader. */
export class SqlserverRows {
  readonly #request: Request
  readonly #columns: readonly ResultColumn[]
  #rows: Cell[][] = []
  #isOver = false
  #isDiscarding = false
  #failure: { error: unknown } | null = null
  #changed = Promise.withResolvers<void>()
  #forget = (): void => undefined

  /** `parameters` by their names, all texts. */
  constructor(
    sql: string,
    parameters: Readonly<Record<string, string>>,
    columns: readonly ResultColumn[],
    { client, end }: { client: Connection; end: ConnectionEnd },
  ) {
    this.#columns = columns
    this.#request = new Request(sql, (error) => this.#end(error ? { error } : null))
    for (const [name, value] of Object.entries(parameters))
      this.#request.addParameter(name, TYPES.NVarChar, value)
    this.#request.on('row', (row: unknown) => this.#take(valuesIn(row)))
    this.#forget = end.listen((error) => this.#end({ error }))
    client.execSql(this.#request)
  }

  /** The next rows, none only at the end; throws the driver's error. */
  async next(): Promise<Rows & { isLast: boolean }> {
    while (this.#rows.length < batchRows && !this.#isOver) await this.#more()
    if (this.#failure) throw this.#failure.error
    return { columns: [...this.#columns], rows: this.#rows.splice(0), isLast: this.#isOver }
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Reads to the end without keeping anything, and takes an error for the end. */
  async drain(): Promise<void> {
    this.#isDiscarding = true
    this.#rows = []
    while (!this.#isOver) await this.#more()
  }

  async #more(): Promise<void> {
    this.#changed = Promise.withResolvers<void>()
    this.#request.resume()
    await this.#changed.promise
  }

  #take(values: readonly unknown[]): void {
    if (this.#isDiscarding) return
    this.#rows.push(
      values.map((value, index) =>
        value === null || value === undefined ? null : (this.#columns[index]?.read(value) ?? null),
      ),
    )
    if (this.#rows.length < batchRows) return
    this.#request.pause()
    this.#changed.resolve()
  }

  #end(failure: { error: unknown } | null): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#failure = failure
    this.#forget()
    this.#changed.resolve()
  }
}
