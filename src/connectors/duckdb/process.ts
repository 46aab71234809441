import { sourceWords } from '../readable.ts'
import { Aborted, messageOf, RunFailure } from '../../kernel/errors.ts'
import { programFile } from '../../kernel/own-files.ts'
import type { Statement } from '../../sql/print.ts'
import {
  StatementFatal,
  StatementRefused,
  StatementTooLate,
  type Rows,
  type SessionBounds,
} from '../connector.ts'
import type { DuckdbAnswer, DuckdbBatch, DuckdbQuestion } from './messages.ts'
import { isHeldElsewhere } from './held-elsewhere.ts'
import { duckdbText } from './types.ts'
import { tooLittleMemory, tooLittleRoom } from '../shared/engine-limits.ts'
import { endedOpening, endedOver, ProcessEnded, type ReadingProcess } from '../shared/reading-process.ts'
import { ownStatement } from '../shared/rows.ts'
import { received } from './sent-cells.ts'
import { secondsFor, StatementWatch } from '../shared/statement-watch.ts'
import { giveBack, takeProcess } from '../shared/warm-processes.ts'

/** The part of a connector that it does not share with the others of its kind. */
export interface DuckdbSetup {
  /** Trusted statements that run before the engine is locked, such as `attach`. */
  prepare: readonly string[]
  /** Trusted statements of the session's own connection, such as `use`. */
  begin: readonly string[]
  /** Recognises a failure of the source behind DuckDB's message; null leaves it a refused statement. */
  explain(message: string): RunFailure | null
}

type Child = ReadingProcess<DuckdbQuestion, DuckdbAnswer>

const program = { file: programFile('connectors/duckdb/child'), environment: {} }
/** An interrupt that is not heeded after so many repetitions is none that DuckDB hears. */
const mostInterrupts = 4
const closeTimeoutMs = 2000

/**
 * A confined DuckDB in a process of its own, one statement at a time. A statement over which the process ends is
 * refused with StatementFatal; the next one then starts another process, which sees the source as it is by then.
 */
export class DuckdbProcess {
  readonly #bounds: SessionBounds
  readonly #setup: DuckdbSetup
  #child: Child | undefined
  #busy = false
  #started = 0
  #isClosed = false

  private constructor(bounds: SessionBounds, setup: DuckdbSetup) {
    this.#bounds = bounds
    this.#setup = setup
  }

  /** Throws DuckDB's own error when a statement of `setup` fails, and ServiceError when the process ended from outside. */
  static async open(bounds: SessionBounds, setup: DuckdbSetup): Promise<DuckdbProcess> {
    const opened = new DuckdbProcess(bounds, setup)
    await opened.#start().catch((error: unknown) => {
      throw endedOpening(error)
    })
    return opened
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
    const { sql, parameters } = statement
    const ask = async (child: Child) => rowsOf(await rowsFrom(child, { kind: 'query', sql, parameters }))
    return this.#alone(statement, ask)
  }

  /**
   * Keeps the rows of a trusted select in a table of the session's own, which spills as all that the engine holds. Its time is
   * that of a statement, and it throws what `query` does. The table goes with the process, see `processes`.
   */
  keep(table: string, sql: string): Promise<void> {
    return this.#alone({}, (child) => doneBy(child, { kind: 'keep', table, sql }))
  }

  drop(table: string): Promise<void> {
    return this.#alone({}, (child) => doneBy(child, { kind: 'drop', table }))
  }

  /** The number, from 1, of the process that the next statement runs in. */
  get processes(): number {
    return this.#child?.isAlive === true ? this.#started : this.#started + 1
  }

  async *stream(statement: Statement): AsyncGenerator<Rows> {
    const { sql, parameters, joins_lines = false } = statement
    this.#enter()
    let isOpen = false
    try {
      const child = await this.#running()
      const watch = this.#watch(child, statement)
      let question: DuckdbQuestion = { kind: 'start', sql, parameters, joins_lines }
      for (;;) {
        const asked = question
        const batch = await watch.during(() => rowsFrom(child, asked))
        isOpen = !batch.isLast
        if (batch.isLast) break
        yield rowsOf(batch)
        question = { kind: 'next' }
      }
    } catch (error) {
      isOpen = false
      throw this.#translate(error)
    } finally {
      if (isOpen) await this.#settle({ kind: 'finish' })
      this.#busy = false
    }
  }

  /** True when this process waits for the engine's before it ends. */
  hold(isHeld: boolean): void {
    this.#child?.hold(isHeld)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const child = this.#child
    if (!child) return
    const isClean = await this.#settle({ kind: 'close' })
    this.#child = undefined
    if (isClean) giveBack(program, this.#bounds.memory_mb, child)
  }

  /** The answer to one statement, of which nothing is left open. */
  async #alone<Answer>(
    statement: Partial<Statement>,
    ask: (child: Child) => Promise<Answer>,
  ): Promise<Answer> {
    this.#enter()
    try {
      const child = await this.#running()
      return await this.#watch(child, statement).during(() => ask(child))
    } catch (error) {
      throw this.#translate(error)
    } finally {
      this.#busy = false
    }
  }

  #enter(): void {
    // Otherwise it would start a process that nobody ends.
    if (this.#isClosed) throw new Error('The session is closed.')
    if (this.#busy) throw new Error('A session runs one statement at a time.')
    this.#busy = true
  }

  #watch(child: Child, statement: Partial<Statement> = {}): StatementWatch {
    let interrupts = 0
    return new StatementWatch(
      { signal: this.#bounds.signal, seconds: secondsFor(statement, this.#bounds) },
      () => {
        interrupts += 1
        if (interrupts > mostInterrupts) child.kill()
        else child.tell({ kind: 'interrupt' })
      },
    )
  }

  /** Asks for what has to work; a process that does not do it in time is given up. */
  async #settle(question: DuckdbQuestion): Promise<boolean> {
    const child = this.#child
    if (!child) return false
    const timer = setTimeout(() => child.kill(), closeTimeoutMs)
    try {
      if ((await child.ask(question)).kind === 'done') return true
    } catch {
      // It has ended, or is ended now.
    } finally {
      clearTimeout(timer)
    }
    this.#discard()
    return false
  }

  /** Starting a process is no part of a statement's time. */
  async #running(): Promise<Child> {
    if (this.#child?.isAlive) return this.#child
    try {
      return await this.#start()
    } catch (cause) {
      if (cause instanceof ProcessEnded) throw cause
      throw new RunFailure(`The source could not be opened again: ${reasonOf(sourceWords(cause))}`, {
        cause,
        retryable: true,
      })
    }
  }

  async #start(): Promise<Child> {
    const { memory_mb, scratch_folder } = this.#bounds
    const { prepare, begin } = this.#setup
    const child: Child = takeProcess(program, memory_mb)
    this.#child = child
    this.#started += 1
    const answer = await child.ask({ kind: 'open', memory_mb, scratch_folder, prepare, begin })
    if (answer.kind !== 'error') return child
    this.#discard()
    throw new Error(answer.message)
  }

  #discard(): void {
    this.#child?.kill()
    this.#child = undefined
  }

  #translate(thrown: unknown): unknown {
    const error = endedOver(thrown)
    // The next statement would be charged with what this one has left: memory, and threads that still give it back.
    if (error instanceof StatementTooLate) this.#discard()
    if (error instanceof StatementRefused || error instanceof RunFailure || error instanceof Aborted)
      return error
    const message = error instanceof Error ? error.message : String(error)
    if (hasNoRoom.test(message)) return tooLittleRoom()
    const failure = this.#setup.explain(message)
    if (failure) return failure
    if (/^Out of Memory Error: (?!.*bad allocation)/.test(message))
      return tooLittleMemory(this.#bounds.memory_mb)
    if (!broken.test(message)) return new StatementRefused(reasonOf(message))
    // Its content cannot be trusted any more.
    this.#discard()
    return new StatementFatal('The embedded engine broke down over it.')
  }
}

/** What DuckDB had to put aside did not go onto the disk, or would be more than was free when it began. It names its own file. */
const hasNoRoom = /^Out of Memory Error: failed to offload|^IO Error: [^\n]*No space left on device/

/** DuckDB says so of itself, or the system refused it memory. */
const broken = /^(?:FATAL|INTERNAL) Error|Allocation failure|bad.alloc/

async function rowsFrom(child: Child, question: DuckdbQuestion): Promise<DuckdbBatch> {
  const answer = await child.ask(question)
  if (answer.kind === 'batch') return answer
  if (answer.kind === 'done') throw new Error('The reading process answered without rows.')
  throw failureOf(answer)
}

async function doneBy(child: Child, question: DuckdbQuestion): Promise<void> {
  const answer = await child.ask(question)
  if (answer.kind === 'error') throw failureOf(answer)
}

function failureOf({ message, refused }: Extract<DuckdbAnswer, { kind: 'error' }>): Error {
  return refused ? new StatementRefused(message) : new Error(message)
}

function rowsOf({ columns, rows }: DuckdbBatch): Rows {
  columns.forEach(({ decimals }, index) => {
    if (decimals === 'none') return
    for (const row of rows) row[index] = received(row[index] ?? null, decimals) as (typeof row)[number]
  })
  return { columns: columns.map(({ name, type }) => ({ name, type })), rows: rows as Rows['rows'] }
}

/** The sentence at the head of one of DuckDB's long messages, without its excerpt of the statement and its advice. */
export function reasonOf(message: string): string {
  if (isHeldElsewhere(message))
    return 'another program has the file open for writing, and DuckDB lets nobody read it meanwhile: close it there.'
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
