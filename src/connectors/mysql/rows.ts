import type { Connection, FieldPacket, Query } from 'mysql2'
import type { Cell } from '../../kernel/cell.ts'
import type { ConnectionEnd } from '../shared/connection-end.ts'
import type { Rows } from '../connector.ts'
import { cellReader, resultFieldType } from './types.ts'

const batchRows = 1000

/**
 * The rows of a running statement, in batches. Between two batches the socket is not read, so that the server waits
 * for a slow reader and no more than a batch is held.
 */
export class MysqlRows {
  readonly #client: Connection
  #columns: Rows['columns'] = []
  #readers: ((value: unknown) => Cell)[] = []
  #rows: Cell[][] = []
  #isOver = false
  #isDiscarding = false
  #failure: { error: unknown } | null = null
  #changed = Promise.withResolvers<void>()
  #forget = (): void => undefined

  /** The driver does not tell the statement of the end of the connection. */
  constructor(query: Query, client: Connection, end: ConnectionEnd) {
    this.#client = client
    query.on('fields', (fields) => this.#describe(Array.isArray(fields) ? fields : []))
    query.on('result', (row) => this.#take(Array.isArray(row) ? row : []))
    query.on('error', (error) => this.#end({ error }))
    query.on('end', () => this.#end(null))
    this.#forget = end.listen((error) => this.#end({ error }))
  }

  /** The next rows, none only at the end; throws the driver's error. */
  async next(): Promise<Rows & { isLast: boolean }> {
    while (this.#rows.length < batchRows && !this.#isOver) await this.#more()
    if (this.#failure) throw this.#failure.error
    const rows = this.#rows.splice(0)
    return { columns: this.#columns, rows, isLast: this.#isOver }
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
    this.#client.resume()
    await this.#changed.promise
  }

  #describe(fields: FieldPacket[]): void {
    this.#columns = fields.map((field) => ({ name: field.name, type: resultFieldType(field) }))
    this.#readers = fields.map((field) => cellReader(field))
  }

  #take(row: unknown[]): void {
    if (this.#isDiscarding) return
    this.#rows.push(
      row.map((value, index) => (value === null ? null : (this.#readers[index]?.(value) ?? null))),
    )
    if (this.#rows.length < batchRows) return
    this.#client.pause()
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
