import { Aborted, RunFailure } from '../../kernel/errors.ts'
import { programFile } from '../../kernel/own-files.ts'
import type { Statement } from '../../sql/print.ts'
import { StatementRefused, type Rows, type SessionBounds } from '../connector.ts'
import { tooLittleMemory, tooLittleRoom } from '../shared/engine-limits.ts'
import { endedOpening, endedOver, type ReadingProcess } from '../shared/reading-process.ts'
import { gathered, ownStatement } from '../shared/rows.ts'
import type { SqliteAnswer, SqliteBatch, SqliteQuestion, StatementAlong } from './messages.ts'
import { refuseSecondStatement, refuseUnlessQuery } from '../shared/statement-text.ts'
import { watchedDatabase, type WatchedDatabase } from '../shared/database-stamp.ts'
import { secondsFor, StatementWatch } from '../shared/statement-watch.ts'
import { giveBack, takeProcess } from '../shared/warm-processes.ts'

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
/** What is sent along with an opening may take so long with it: meanwhile nobody can stop it. */
const alongSeconds = 1
/** Names of what SQLite keeps beside a database, after that of the database: what was written and is not yet in it, and what is to be taken back. */
const logs = ['-wal', '-journal']
/** Its current folder is the scratch folder of the session. */
const program = { file: programFile('connectors/sqlite/child'), environment: { SQLITE_TMPDIR: '.' } }

/** Where a database file is: `path` is what `uri`, an absolute path, leads to after every link. */
export interface DatabasePlace {
  uri: string
  path: string
}

/**
 * Reads one database in a child process, in one transaction. Cancelling a statement kills the process; the next
 * statement then starts another, whose snapshot is a newer one.
 */
export class SqliteProcess {
  readonly #placeOf: () => Promise<DatabasePlace>
  readonly #bounds: SessionBounds
  #place: DatabasePlace
  #child: Child | undefined
  #busy = false
  #isClosed = false
  #openings = 0
  #watched: WatchedDatabase

  private constructor(placeOf: () => Promise<DatabasePlace>, place: DatabasePlace, bounds: SessionBounds) {
    this.#placeOf = placeOf
    this.#place = place
    this.#bounds = bounds
    this.#watched = this.#look()
  }

  /**
   * Throws SqliteError when the file cannot be opened as a database, and what `placeOf` throws; that is asked again when its uri leads to
   * another file, or to none.
   */
  static async open(placeOf: () => Promise<DatabasePlace>, bounds: SessionBounds): Promise<SqliteProcess> {
    const opened = new SqliteProcess(placeOf, await placeOf(), bounds)
    await opened.#start().catch((error: unknown) => {
      throw endedOpening(error)
    })
    return opened
  }

  /** Counts the files that were opened: another number, another file, or the same that was written over. */
  get openings(): number {
    return this.#openings
  }

  /** The file that its rows are read from, as it was before the snapshot. */
  get watched(): WatchedDatabase {
    return this.#watched
  }

  /** Looks at the file for a new snapshot, which the next `renew` goes on to. */
  watch(): WatchedDatabase {
    this.#watched = this.#look()
    return this.#watched
  }

  #look(): WatchedDatabase {
    return watchedDatabase(this.#place.path, logs, this.#bounds.settled_seconds)
  }

  /** A statement of the connector's own, see `ownStatement`. */
  read(sql: string, parameters: string[] = []): Promise<Rows> {
    return ownStatement(this.query({ sql, parameters }))
  }

  query(statement: Statement): Promise<Rows> {
    return gathered(this.#rows(statement))
  }

  /** The columns of a statement; those without a declared type are what their first values are. */
  async columnsOf(statement: Statement): Promise<SqliteBatch['columns']> {
    for await (const { columns } of this.#batches(statement)) return columns
    return []
  }

  async *stream(statement: Statement): AsyncGenerator<Rows> {
    for await (const batch of this.#rows(statement)) if (batch.rows.length > 0) yield batch
  }

  /** Where the file was when it was opened last, after every link. */
  get path(): string {
    return this.#place.path
  }

  /**
   * Goes on in the same process, with another file where there is one in its place by now; see `watch`. The answers to as many of the first
   * statements of `along`, which are sent with it, as were answered in full.
   */
  async renew(along: readonly StatementAlong[] = []): Promise<Rows[]> {
    if (this.#child?.isAlive) {
      this.#child.hold(true)
      return this.#openIn(this.#child, along)
    }
    await this.#start()
    return []
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
    for await (const batch of this.#batches(statement)) yield rowsOf(batch)
  }

  async *#batches(statement: Statement): AsyncGenerator<SqliteBatch> {
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

  async #start(): Promise<Child> {
    const child: Child = takeProcess(program, this.#bounds.memory_mb)
    this.#child = child
    await this.#openIn(child)
    return child
  }

  /** A process in which the file could not be opened is ended: nobody else knows of it. */
  async #openIn(child: Child, along: readonly StatementAlong[] = []): Promise<Rows[]> {
    try {
      const opened = (await this.#opened(child, along)) ?? (await this.#openedElsewhere(child))
      if (!opened.is_same) this.#openings += 1
      return opened.along.map(rowsOf)
    } catch (error) {
      this.#child = undefined
      await child.end(closeTimeoutMs)
      throw error
    }
  }

  /** Null when the file is not where it was. */
  async #opened(child: Child, along: readonly StatementAlong[] = []): Promise<Opened | null> {
    const { memory_mb, scratch_folder, signal } = this.#bounds
    const question = { kind: 'open', ...this.#place, memory_mb, scratch_folder, along } as const
    const watch = new StatementWatch({ signal, seconds: alongSeconds }, () => child.kill())
    const ask = (): Promise<SqliteAnswer> => child.ask(question)
    const answer = await (along.length > 0 ? watch.during(ask) : ask())
    if (answer.kind === 'error') throw new SqliteError(answer.message, answer.code)
    return answer.kind === 'opened' ? answer : null
  }

  async #openedElsewhere(child: Child): Promise<Opened> {
    this.#place = await this.#placeOf()
    this.#watched = this.#look()
    const opened = await this.#opened(child)
    if (opened === null) throw new SqliteError('it is being moved', null)
    return opened
  }
}

type Opened = Extract<SqliteAnswer, { kind: 'opened' }>

const rowsOf = ({ columns, rows }: SqliteBatch): Rows => ({
  columns: columns.map(({ name, type }) => ({ name, type })),
  rows,
})

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

async function rowsFrom(child: Child, question: SqliteQuestion): Promise<SqliteBatch> {
  const answer = await child.ask(question)
  if (answer.kind === 'error') throw new SqliteError(answer.message, answer.code)
  if (answer.kind !== 'batch') throw new Error('The reading process answered without rows.')
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
