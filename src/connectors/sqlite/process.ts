import type { Cell } from '../../kernel/cell.ts'
import { Aborted, RunFailure } from '../../kernel/errors.ts'
import { programFile } from '../../kernel/own-files.ts'
import type { Statement } from '../../sql/print.ts'
import { StatementRefused, type Rows, type SessionBounds } from '../connector.ts'
import { tooLittleMemory, tooLittleRoom } from '../shared/engine-limits.ts'
import { endedOpening, endedOver, type ReadingProcess } from '../shared/reading-process.ts'
import { gathered, ownStatement } from '../shared/rows.ts'
import type { FirstStatement, SqliteAnswer, SqliteQuestion } from './messages.ts'
import { refuseSecondStatement, refuseUnlessQuery } from '../shared/statement-text.ts'
import { watchedDatabase } from '../shared/database-stamp.ts'
import { secondsFor, StatementWatch } from '../shared/statement-watch.ts'
import { giveBack, takeProcess } from '../shared/warm-processes.ts'

type Batch = Extract<SqliteAnswer, { kind: 'batch' }>
type Child = ReadingProcess<SqliteQuestion, SqliteAnswer>

/** An error of SQLite with its primary result code. */
class SqliteError extends Error {
  readonly code: number | null

  constructor(message: string, code: number | null) {
    super(message)
    this.name = 'SqliteError'
    this.code = code === null ? null : code & 0xff
  }
}

const closeTimeoutMs = 2000
/** Names of what SQLite keeps beside a database, after that of the database: what was written and is not yet in it, and what is to be taken back. */
const logs = ['-wal', '-journal']
/** Its current folder is the scratch folder of the session. */
const program = { file: programFile('connectors/sqlite/child'), environment: { SQLITE_TMPDIR: '.' } }

/**
 * Reads one database in a child process, in one transaction. Cancelling a statement kills the process; the next
 * statement then starts another, whose snapshot is a newer one.
 */
export class SqliteProcess {
  readonly #pathOf: () => Promise<string>
  readonly #bounds: SessionBounds
  #child: Child | undefined
  #busy = false
  #isClosed = false
  #openings = 0
  #stamp: () => string | null = () => null

  private constructor(pathOf: () => Promise<string>, bounds: SessionBounds) {
    this.#pathOf = pathOf
    this.#bounds = bounds
  }

  /**
   * Throws SqliteError when the file cannot be opened as a database, and what `pathOf` throws; that is asked each time the file
   * is opened.
   */
  static async open(pathOf: () => Promise<string>, bounds: SessionBounds): Promise<SqliteProcess> {
    const opened = new SqliteProcess(pathOf, bounds)
    await opened.#start(true).catch((error: unknown) => {
      throw endedOpening(error)
    })
    return opened
  }

  /** Counts the files that were opened: another number, another file, or the same that was written over. */
  get openings(): number {
    return this.#openings
  }

  /** The stamp of the file that its rows are read from, see `watchedDatabase`. */
  stamp(): string | null {
    return this.#stamp()
  }

  /** A statement of the connector's own, see `ownStatement`. */
  read(sql: string, parameters: string[] = []): Promise<Rows> {
    return ownStatement(this.query({ sql, parameters }))
  }

  query(statement: Statement): Promise<Rows> {
    return gathered(this.#rows(statement))
  }

  /** The columns of a statement; those without a declared type are what their first values are. */
  async columnsOf(statement: Statement): Promise<Batch['columns']> {
    for await (const { columns } of this.#batches(statement)) return columns
    return []
  }

  async *stream(statement: Statement): AsyncGenerator<Rows> {
    for await (const batch of this.#rows(statement)) if (batch.rows.length > 0) yield batch
  }

  /**
   * Goes on in the same process, with another file where there is one in its place by now. `first` is a statement of the connector's own
   * that is sent along; its rows, or null when it has more than come at once, or has to be sent again.
   */
  async renew(first?: FirstStatement): Promise<Cell[][] | null> {
    if (this.#child?.isAlive) {
      this.#child.hold(true)
      return this.#openIn(this.#child, { first, isNew: true })
    }
    await this.#start(true)
    return null
  }

  /** Lets go of the file, which then can be written and replaced. */
  async rest(): Promise<void> {
    const child = this.#child
    if (!child?.isAlive) return
    const answer = await child.ask({ kind: 'close' })
    if (answer.kind === 'error') throw new SqliteError(answer.message, answer.code)
    child.hold(false)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const child = this.#child
    this.#child = undefined
    if (!child) return
    const isSound = !this.#busy && !this.#bounds.signal.aborted
    if (isSound && (await isLeft(child))) giveBack(program, this.#bounds.memory_mb, child)
    else await child.end(closeTimeoutMs)
  }

  async *#rows(statement: Statement): AsyncGenerator<Rows> {
    for await (const { columns, rows } of this.#batches(statement))
      yield { columns: columns.map(({ name, type }) => ({ name, type })), rows }
  }

  async *#batches(statement: Statement): AsyncGenerator<Batch> {
    const { sql, parameters } = statement
    // Otherwise it would start a process that nobody ends.
    if (this.#isClosed) throw new Error('The session is closed.')
    if (this.#busy) throw new Error('A session runs one statement at a time.')
    this.#busy = true
    let isOpen = false
    try {
      refuseUnlessQuery(sql)
      refuseSecondStatement(sql)
      if (this.#bounds.signal.aborted) throw new Aborted()
      // Starting a process is no part of the statement's time.
      const child = await this.#running()
      const watch = new StatementWatch(
        { signal: this.#bounds.signal, seconds: secondsFor(statement, this.#bounds) },
        () => child.kill(),
      )
      let question: SqliteQuestion = { kind: 'start', sql, parameters }
      for (let isLast = false; !isLast; question = { kind: 'next' }) {
        const asked = question
        const batch = await watch.during(() => rowsFrom(child, asked))
        isLast = batch.isLast
        isOpen = !isLast
        yield batch
      }
    } catch (error) {
      isOpen = false
      throw translate(error, this.#bounds.memory_mb)
    } finally {
      if (isOpen) await this.#child?.ask({ kind: 'finish' }).catch(() => undefined)
      this.#busy = false
    }
  }

  async #running(): Promise<Child> {
    return this.#child?.isAlive ? this.#child : this.#start()
  }

  /** `isNew`: for a snapshot that nothing was read from yet. */
  async #start(isNew = false): Promise<Child> {
    const child: Child = takeProcess(program, this.#bounds.memory_mb)
    this.#child = child
    await this.#openIn(child, { isNew })
    return child
  }

  /** A process in which the file could not be opened is ended: nobody else knows of it. */
  async #openIn(
    child: Child,
    { first, isNew }: { first?: FirstStatement | undefined; isNew: boolean },
  ): Promise<Cell[][] | null> {
    const { memory_mb, scratch_folder, settled_seconds } = this.#bounds
    try {
      const path = await this.#pathOf()
      if (isNew) this.#stamp = watchedDatabase(path, logs, settled_seconds)
      const opened = await child.ask({
        kind: 'open',
        path,
        memory_mb,
        scratch_folder,
        ...(first && { first }),
      })
      if (opened.kind === 'error') throw new SqliteError(opened.message, opened.code)
      if (opened.is_same !== true) this.#openings += 1
      return opened.kind === 'batch' && opened.isLast ? opened.rows : null
    } catch (error) {
      this.#child = undefined
      await child.end(closeTimeoutMs)
      throw error
    }
  }
}

/** True when the process holds nothing of its session any more; one that does not say so in time is killed. */
async function isLeft(child: Child): Promise<boolean> {
  const timer = setTimeout(() => child.kill(), closeTimeoutMs)
  try {
    return (await child.ask({ kind: 'close' })).kind === 'done'
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

async function rowsFrom(child: Child, question: SqliteQuestion): Promise<Batch> {
  const answer = await child.ask(question)
  if (answer.kind === 'error') throw new SqliteError(answer.message, answer.code)
  if (answer.kind === 'done') throw new Error('The reading process answered without rows.')
  return answer
}

/** True when another program holds the database, which it may give back. */
export const isLocked = (error: unknown): boolean =>
  error instanceof SqliteError && (error.code === 5 || error.code === 6)

/** True when the file, or its log beside it, was not let be opened. */
export const isShut = (error: unknown): boolean => error instanceof SqliteError && error.code === 14

function translate(failure: unknown, memory_mb: number): unknown {
  const error = endedOver(failure)
  if (error instanceof StatementRefused || error instanceof RunFailure || error instanceof Aborted)
    return error
  if (!(error instanceof SqliteError)) return error
  if (isLocked(error)) {
    return new RunFailure(`The database is locked by another program: ${error.message}.`, {
      cause: error,
      retryable: true,
    })
  }
  // 7 no memory, 13 no room for what is put aside: nothing is ever written here.
  if (error.code === 7) return tooLittleMemory(memory_mb)
  if (error.code === 13) return tooLittleRoom()
  // 10 input or output error, 11 corrupt, 26 not a database.
  if (error.code === 10 || error.code === 11 || error.code === 26) {
    return new RunFailure(`The database file could not be read: ${error.message}.`, { cause: error })
  }
  return new StatementRefused(error.message)
}
