import { once } from 'node:events'
import type { Connection } from 'pg'
import type { WrittenValue } from '../writer.ts'

/** The part of the driver's connection that its types leave out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void
  sendCopyFail(reason: string): void
  endCopyFrom(): void
}

/** One `copy ... from stdin`, to be handed to the driver as it takes what it has no statement for; its texts are sent as they come. */
export class CopyIn {
  readonly #sql: string
  readonly #open = Promise.withResolvers<CopyConnection>()
  readonly #done = Promise.withResolvers<number>()

  constructor(sql: string) {
    this.#sql = sql
    // An error is thrown by the step that meets it.
    this.#open.promise.catch(() => undefined)
    this.#done.promise.catch(() => undefined)
  }

  /** Sends a text once the server has taken most of what came before; throws the driver's error, also that of an earlier text. */
  async add(text: string): Promise<void> {
    const connection = await this.#open.promise
    connection.sendCopyFromChunk(Buffer.from(text))
    if (connection.stream.writableNeedDrain)
      await Promise.race([once(connection.stream, 'drain'), this.#done.promise])
    else await Promise.race([this.#done.promise, undefined])
  }

  /** The end of the copy; how many rows the server took. Throws the driver's error. */
  async end(): Promise<number> {
    const connection = await this.#open.promise
    connection.endCopyFrom()
    return this.#done.promise
  }

  /** Gives the copy up, and waits until the server has. */
  async giveUp(): Promise<void> {
    const connection = await this.#open.promise
    connection.sendCopyFail('given up')
    await this.#done.promise.catch(() => undefined)
  }

  submit(connection: Connection): void {
    connection.query(this.#sql)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#open.resolve(connection)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#done.resolve(Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0))
  }

  handleError(error: Error): void {
    this.#open.reject(error)
    this.#done.reject(error)
  }

  handleReadyForQuery(): void {}
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A row in the text format of COPY, with its line end. */
export const copyLine = (row: readonly WrittenValue[]): string => `${row.map(copyText).join('\t')}\n`

const special = /[\\\n\r\t]/

function copyText(value: WrittenValue): string {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return String(value)
  // Few texts have anything to escape, and looking is cheaper than replacing nothing.
  return special.test(value) ? value.replaceAll(/[\\\n\r\t]/g, (one) => escapes[one] ?? one) : value
}
