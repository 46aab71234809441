import type { Cell } from '../../kernel/cell.ts'
import type { Rows } from '../connector.ts'
import type { ConnectionEnd } from './connection-end.ts'

const batchRows = 1000

/**
 * The rows of a running statement that its driver pushes, in batches. Between two batches nothing is read, so that the server waits for a slow
 * reader and no more than a batch is held.
 */
export abstract class PushedRows {
  protected abstract readonly columns: Rows['columns']
  #rows: Cell[][] = []
  #isOver = false
  #isDiscarding = false
  #failure: { error: unknown } | null = null
  #changed = Promise.withResolvers<void>()
  #forget = (): void => undefined

  /** Drivers do not tell the statement of the end of its connection. */
  constructor(end: ConnectionEnd) {
    this.#forget = end.listen((error) => this.end({ error }))
  }

  protected abstract pause(): void
  protected abstract resume(): void
  /** A row as the driver hands it over. */
  protected abstract cellsOf(row: readonly unknown[]): Cell[]

  /** The next rows, none only at the end; throws the driver's error. */
  async next(): Promise<Rows & { isLast: boolean }> {
    while (this.#rows.length < batchRows && !this.#isOver) await this.#more()
    if (this.#failure) throw this.#failure.error
    return { columns: this.columns, rows: this.#rows.splice(0), isLast: this.#isOver }
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

  protected take(row: readonly unknown[]): void {
    if (this.#isDiscarding) return
    this.#rows.push(this.cellsOf(row))
    if (this.#rows.length < batchRows) return
    this.pause()
    this.#changed.resolve()
  }

  /** Only the first end counts; null: no error. */
  protected end(failure: { error: unknown } | null): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#failure = failure
    this.#forget()
    this.#changed.resolve()
  }

  async #more(): Promise<void> {
    this.#changed = Promise.withResolvers<void>()
    this.resume()
    await this.#changed.promise
  }
}
