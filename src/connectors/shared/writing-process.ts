import { Aborted, RunFailure } from '../../kernel/errors.ts'
import type { SessionBounds } from '../connector.ts'
import type { FileQuery, Replacement, WrittenTable, WrittenValue, Writer } from '../writer.ts'
import { endedOver, ReadingProcess, type ReadingProgram } from './reading-process.ts'
import { StatementWatch } from './statement-watch.ts'
import type { WritingAnswer, WritingPlace, WritingQuestion } from './writing-messages.ts'

const closeTimeoutMs = 5000

/** A writer in a process of its own; a step that is to stop, or takes too long, ends with the process and leaves nothing half written. */
export class WritingProcess implements Writer {
  readonly #child: ReadingProcess<WritingQuestion, WritingAnswer>
  readonly #bounds: SessionBounds
  #rewrites = false
  /** There where the process was opened for files. */
  readonly take?: (query: FileQuery) => Promise<number>

  private constructor(program: ReadingProgram, bounds: SessionBounds, takes: boolean) {
    this.#child = new ReadingProcess(program, bounds.memory_mb)
    this.#bounds = bounds
    if (takes) this.take = (query) => this.#take(query)
  }

  get rewrites(): boolean {
    return this.#rewrites
  }

  /** Throws RunFailure when the store cannot be opened for writing. */
  static async open(
    program: ReadingProgram,
    {
      reads = null,
      ...place
    }: Pick<WritingPlace, 'path' | 'schema'> & Partial<Pick<WritingPlace, 'reads' | 'known_as'>>,
    bounds: SessionBounds,
  ): Promise<WritingProcess> {
    const opened = new WritingProcess(program, bounds, reads !== null)
    const { memory_mb, scratch_folder } = bounds
    try {
      const question = { kind: 'open', ...place, reads, memory_mb, scratch_folder } as const
      const answer = await opened.#answered(question, bounds.statement_timeout_seconds)
      opened.#rewrites = answer.kind === 'opened' && answer.rewrites
      return opened
    } catch (error) {
      await opened.#child.end(closeTimeoutMs)
      throw error
    }
  }

  begin(table: WrittenTable, replaced: Replacement): Promise<void> {
    return this.#do({ kind: 'begin', table, replaced })
  }

  write(rows: readonly (readonly WrittenValue[])[]): Promise<void> {
    return this.#do({ kind: 'write', rows })
  }

  commit(): Promise<void> {
    return this.#do({ kind: 'commit' })
  }

  rollback(): Promise<void> {
    return this.#do({ kind: 'rollback' })
  }

  drop(table: string): Promise<void> {
    return this.#do({ kind: 'drop', table })
  }

  count(table: string): Promise<number | null> {
    return this.#rowsOf({ kind: 'count', table }, this.#bounds.statement_timeout_seconds)
  }

  publish(from: string, to: string): Promise<void> {
    return this.#do({ kind: 'publish', from, to })
  }

  async close(): Promise<void> {
    if (this.#child.isAlive) await this.#child.ask({ kind: 'close' }).catch(() => undefined)
    await this.#child.end(closeTimeoutMs)
  }

  /** However many rows there are, nobody can tell how long that takes; an abort ends it at once. */
  async #take(query: FileQuery): Promise<number> {
    return (await this.#rowsOf({ kind: 'take', query }, Number.POSITIVE_INFINITY)) ?? 0
  }

  async #rowsOf(question: WritingQuestion, seconds: number): Promise<number | null> {
    const answer = await this.#answered(question, seconds)
    return answer.kind === 'rows' ? answer.rows : null
  }

  async #do(question: WritingQuestion): Promise<void> {
    await this.#answered(question, this.#bounds.statement_timeout_seconds)
  }

  async #answered(
    question: WritingQuestion,
    seconds: number,
  ): Promise<Exclude<WritingAnswer, { kind: 'error' }>> {
    const watch = new StatementWatch({ signal: this.#bounds.signal, seconds }, () => this.#child.kill())
    try {
      const answer = await watch.during(() => this.#child.ask(question))
      if (answer.kind === 'error') throw new RunFailure(answer.message, { retryable: answer.is_retryable })
      return answer
    } catch (failure) {
      if (failure instanceof RunFailure || failure instanceof Aborted) throw failure
      const error = endedOver(failure)
      const message = error instanceof Error ? error.message : String(error)
      throw error instanceof RunFailure ? error : new RunFailure(message, { cause: error, retryable: true })
    }
  }
}
