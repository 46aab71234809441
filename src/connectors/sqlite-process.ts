import { fork, type ChildProcess } from 'node:child_process'
import { Aborted, RunFailure } from '../kernel/errors.ts'
import type { Statement } from '../sql/print.ts'
import { StatementRefused, type Rows, type SessionBounds } from './connector.ts'
import type { SqliteAnswer, SqliteQuestion } from './sqlite-messages.ts'
import { refuseSecondStatement, refuseUnlessQuery } from './statement-text.ts'
import { StatementWatch } from './statement-watch.ts'
import { gathered, ownStatement } from './rows.ts'

type Batch = Extract<SqliteAnswer, { kind: 'batch' }>

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

/**
 * Reads one database in a child process, in one transaction. Cancelling a statement kills the process; the next
 * statement then starts another, whose snapshot is a newer one.
 */
export class SqliteProcess {
  readonly #path: string
  readonly #bounds: SessionBounds
  #child: ChildProcess | undefined
  #busy = false

  private constructor(path: string, bounds: SessionBounds) {
    this.#path = path
    this.#bounds = bounds
  }

  /** Throws SqliteError when the file cannot be opened as a database. */
  static async open(path: string, bounds: SessionBounds): Promise<SqliteProcess> {
    const opened = new SqliteProcess(path, bounds)
    await opened.#start()
    return opened
  }

  /** A statement of the connector's own, see `ownStatement`. */
  read(sql: string, parameters: string[] = []): Promise<Rows> {
    return ownStatement(this.query({ sql, parameters }))
  }

  query(statement: Statement): Promise<Rows> {
    return gathered(this.#batches(statement))
  }

  async *stream(statement: Statement): AsyncGenerator<Rows> {
    for await (const batch of this.#batches(statement)) if (batch.rows.length > 0) yield batch
  }

  async close(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    const timer = setTimeout(() => child.kill('SIGKILL'), closeTimeoutMs)
    if (child.connected) child.disconnect()
    await gone
    clearTimeout(timer)
  }

  async *#batches({ sql, parameters }: Statement): AsyncGenerator<Rows> {
    if (this.#busy) throw new Error('A session runs one statement at a time.')
    this.#busy = true
    const watch = new StatementWatch(this.#bounds, () => this.#child?.kill('SIGKILL'))
    let isOpen = false
    try {
      refuseUnlessQuery(sql)
      refuseSecondStatement(sql)
      if (this.#bounds.signal.aborted) throw new Aborted()
      // Starting another process does not count as time of the statement.
      if (!this.#child) await this.#start()
      let question: SqliteQuestion = { kind: 'start', sql, parameters }
      for (let isLast = false; !isLast; question = { kind: 'next' }) {
        const asked = question
        const batch = await watch.during(() => this.#ask(asked))
        isLast = batch.isLast
        isOpen = !isLast
        yield { columns: batch.columns.map(({ name, type }) => ({ name, type })), rows: batch.rows }
      }
    } catch (error) {
      isOpen = false
      throw translate(error)
    } finally {
      if (isOpen && this.#child) await exchange(this.#child, { kind: 'finish' }).catch(() => undefined)
      this.#busy = false
    }
  }

  async #ask(question: SqliteQuestion): Promise<Batch> {
    const answer = await exchange(this.#child ?? (await this.#start()), question)
    if (answer.kind === 'error') throw new SqliteError(answer.message, answer.code)
    if (answer.kind === 'done') throw new Error('The reading process answered without rows.')
    return answer
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(new URL('sqlite-child.ts', import.meta.url), {
      // Nothing of this process's environment: it may hold secrets.
      env: { SQLITE_TMPDIR: this.#bounds.scratch_folder },
      execArgv: ['--no-warnings'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child = child
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined
    })
    const opened = await exchange(child, {
      kind: 'open',
      path: this.#path,
      memory_mb: this.#bounds.memory_mb,
    })
    if (opened.kind !== 'error') return child
    await this.close()
    throw new SqliteError(opened.message, opened.code)
  }
}

function exchange(child: ChildProcess, question: SqliteQuestion): Promise<SqliteAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<SqliteAnswer>()
  const died = (): void =>
    reject(new RunFailure('The process that reads the database ended unexpectedly.', { retryable: true }))
  child.once('message', resolve)
  child.once('exit', died)
  child.send(question, (error) => {
    if (error) died()
  })
  return promise.finally(() => {
    child.off('message', resolve)
    child.off('exit', died)
  })
}

function translate(error: unknown): unknown {
  if (error instanceof StatementRefused || error instanceof RunFailure || error instanceof Aborted)
    return error
  if (!(error instanceof SqliteError)) return error
  // 5 busy, 6 locked.
  if (error.code === 5 || error.code === 6) {
    return new RunFailure(`The database is locked by another program: ${error.message}.`, {
      cause: error,
      retryable: true,
    })
  }
  // 10 input or output error, 11 corrupt, 26 not a database.
  if (error.code === 10 || error.code === 11 || error.code === 26) {
    return new RunFailure(`The database file could not be read: ${error.message}.`, { cause: error })
  }
  return new StatementRefused(error.message, { cause: error })
}
