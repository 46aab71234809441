import type { Connection } from 'pg'
import type { WrittenValue } from '../writer.ts'

/** The part of the driver's connection that its types leave out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** One `copy ... from stdin` with all of its text, as the driver takes what it has no statement for. */
export class CopyIn {
  readonly #sql: string
  readonly #data: Buffer
  readonly #done = Promise.withResolvers<void>()

  constructor(sql: string, text: string) {
    this.#sql = sql
    this.#data = Buffer.from(text)
  }

  /** The end of the copy; throws the driver's error. */
  get done(): Promise<void> {
    return this.#done.promise
  }

  submit(connection: Connection): void {
    connection.query(this.#sql)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#data)
    connection.endCopyFrom()
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.#done.reject(error)
  }

  handleReadyForQuery(): void {
    this.#done.resolve()
  }
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A row in the text format of COPY, with its line end. */
export const copyLine = (row: readonly WrittenValue[]): string =>
  `${row.map((value) => (value === null ? '\\N' : String(value).replaceAll(/[\\\n\r\t]/g, (one) => escapes[one] ?? one))).join('\t')}\n`
