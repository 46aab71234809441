import { cut } from '../kernel/cut.ts'
import type { Span } from '../kernel/tracing.ts'
import type { ContainerReference } from '../model/container.ts'
import type { Statement } from '../sql/print.ts'
import { shownStatement, withoutNumbers } from '../sql/shown-statement.ts'
import type { Origin } from './attributed.ts'
import { StatementRefused, type HeldSession, type Rows, type Session } from './connector.ts'
import { readable } from './readable.ts'
import { SessionAround } from './session-around.ts'

/** Characters of a statement that are shown. */
const mostCharacters = 2000

/** A session, each of whose requests is a span. */
class TracedSession extends SessionAround {
  readonly #span: Span

  constructor(session: Session, span: Span) {
    super(session)
    this.#span = span
  }

  override describe(...given: Parameters<Session['describe']>): ReturnType<Session['describe']> {
    return ending(this.#begin('describe', null), () => super.describe(...given))
  }

  override fieldsOf(...given: Parameters<Session['fieldsOf']>): ReturnType<Session['fieldsOf']> {
    return ending(this.#begin('describe', null), () => super.fieldsOf(...given))
  }

  override async query(statement: Statement): Promise<Rows> {
    const span = this.#sent(statement)
    return ending(span, async () => {
      const answer = await super.query(statement)
      span.note({ 'db.response.returned_rows': answer.rows.length })
      // The span shows no time of it: it was asked together with what opened the snapshot.
      if (answer.waited_ms !== undefined) span.note({ 'assay.waited_ms': Math.round(answer.waited_ms) })
      return answer
    })
  }

  /** Ends when its last row was taken, or nobody wants more. */
  override async *stream(statement: Statement): AsyncIterable<Rows> {
    const span = this.#sent(statement)
    let rows = 0
    let failure: string | undefined
    try {
      for await (const batch of super.stream(statement)) {
        rows += batch.rows.length
        yield batch
      }
    } catch (error) {
      failure = kindOf(error)
      throw error
    } finally {
      span.note({ 'db.response.returned_rows': rows })
      span.end(failure)
    }
  }

  #sent({ sql }: Statement): Span {
    const text = cut(withoutNumbers(shownStatement(sql, this.dialect.lexicalRules)), mostCharacters)
    const [first = 'statement'] = /^\w+/.exec(text) ?? []
    // What begins with names for its parts is a query in every store.
    return this.#begin(/^with$/i.test(first) ? 'SELECT' : first.toUpperCase(), text)
  }

  #begin(operation: string, text: string | null): Span {
    const attributes = {
      'db.system.name': this.dialect.name,
      'db.operation.name': operation,
      'db.query.text': text,
    }
    return this.#span.begin(operation, attributes, 'client')
  }
}

/** Asks a source, and ends the span with it. */
export async function ending<Result>(span: Span | undefined, ask: () => Promise<Result>): Promise<Result> {
  try {
    const answer = await ask()
    span?.end()
    return answer
  } catch (error) {
    span?.end(kindOf(error))
    throw error
  }
}

/** The words of an error may be values, so only its kind is told. */
const kindOf = (error: unknown): string =>
  error instanceof StatementRefused ? 'refused' : error instanceof Error ? error.name : 'unknown'

/** Says in the span of which container it is. */
export function tellContainer(
  span: Span | undefined,
  { container_id }: Pick<Origin, 'container_id'>,
  { name }: Pick<ContainerReference, 'name'>,
): void {
  span?.note({ 'assay.container.id': container_id, 'db.collection.name': name })
}

/** The same session, whose statements are shown within the span, without their constants and parameters; without a span itself. */
export const traced = (session: HeldSession, span: Span | undefined): HeldSession =>
  span === undefined ? session : new TracedSession(readable(session), span)
