import { StatementRefused, type Rows, type Session } from '../connectors/connector.ts'
import { SessionAround } from '../connectors/session-around.ts'
import { cut } from '../kernel/cut.ts'
import { SourceLost } from '../kernel/errors.ts'
import type { Statement } from '../sql/print.ts'
import { shownStatement, withoutNumbers } from '../sql/shown-statement.ts'
import type { StatementNote } from '../model/container-scan-record.ts'

/** Characters of a statement that are kept. */
const mostCharacters = 4000

/** Checks that a lost statement names. */
const mostNamed = 10

/** Statements of one partition that are kept. */
const mostNotes = 40

/** What becomes of the statements of a session: see noteStatements. */
interface Notebook {
  notes: StatementNote[]
  shown(sql: string): string
}

/** A session whose statements are noted, with the checks that they are sent for. */
class NotedSession extends SessionAround {
  readonly #session: Session
  readonly #book: Notebook
  readonly #checks: readonly number[]

  constructor(session: Session, book: Notebook, checks: readonly number[]) {
    super(session)
    this.#session = session
    this.#book = book
    this.#checks = checks
  }

  about(checks: readonly number[]): NotedSession {
    return new NotedSession(this.#session, this.#book, checks)
  }

  override async query(statement: Statement): Promise<Rows> {
    const note = this.#note(statement)
    let start = performance.now()
    try {
      const answer = await super.query(statement)
      start -= answer.waited_ms ?? 0
      note.rows = answer.rows.length
      return answer
    } catch (error) {
      note.refused = error instanceof StatementRefused
      throw this.#withChecks(error)
    } finally {
      note.milliseconds = Math.round(performance.now() - start)
    }
  }

  /** Only the time counts in which the source is waited for. */
  override async *stream(statement: Statement): AsyncIterable<Rows> {
    const note = this.#note(statement)
    let spent = 0
    let start = performance.now()
    const pause = () => {
      spent += performance.now() - start
      note.milliseconds = Math.round(spent)
    }
    try {
      for await (const batch of super.stream(statement)) {
        pause()
        note.rows += batch.rows.length
        yield batch
        start = performance.now()
      }
      pause()
    } catch (error) {
      pause()
      note.refused = error instanceof StatementRefused
      throw this.#withChecks(error)
    }
  }

  /** A lost connection says over which checks. */
  #withChecks(error: unknown): unknown {
    if (!(error instanceof SourceLost) || this.#checks.length === 0) return error
    const named = this.#checks.slice(0, mostNamed).join(', ')
    const more = this.#checks.length > mostNamed ? ', ...' : ''
    const sentence = `It was lost over a statement for check ${named}${more}.`
    return new SourceLost(`${error.message} ${sentence}`, error, this.#checks)
  }

  /** Beyond the most that are kept it is noted nowhere. */
  #note({ sql }: Statement): StatementNote {
    const { notes, shown } = this.#book
    const isKept = notes.length < mostNotes
    const text = isKept ? shown(sql) : ''
    const note = {
      sql: cut(text, mostCharacters),
      milliseconds: 0,
      rows: 0,
      check_ids: [...this.#checks],
      refused: false,
    }
    if (isKept) notes.push(note)
    return note
  }
}

/**
 * The session, and notes of the statements that it is sent from now on: at most 40, each of at most 4,000 characters and without
 * constants of text. Their numbers are left out where one may be a value of a masked field.
 */
export function noteStatements(
  session: Session,
  masked: ReadonlySet<string>,
): { session: Session; notes: StatementNote[] } {
  const { lexicalRules } = session.dialect
  const notes: StatementNote[] = []
  const shown = (sql: string) => {
    const text = shownStatement(sql, lexicalRules)
    return masked.size === 0 ? text : withoutNumbers(text)
  }
  return { session: new NotedSession(session, { notes, shown }, []), notes }
}

/** The session that notes of its statements that they are sent for these checks, by their ids; one that notes none stays as it is. */
export function about(session: Session, checks: readonly number[]): Session {
  return session instanceof NotedSession ? session.about(checks) : session
}
