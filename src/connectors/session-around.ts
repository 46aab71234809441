import type { Rows, Session } from './connector.ts'
import type { Statement } from '../sql/print.ts'

/** What a session may have beside the rest; one around it has what it has. */
const optional = [
  'discoverOne',
  'skipped',
  'partitionsOf',
  'remarksOn',
  'keep',
  'numbered',
  'stamps',
  'changed',
  'guarantees',
  'keys',
  'filesBehind',
  'renew',
  'rest',
] as const satisfies readonly (keyof Session)[]

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the static block of the class defines each of these.
export interface SessionAround extends Pick<Session, (typeof optional)[number]> {}

/** A session that does what another one does, and has what that one has; for those that change some of it. */
export class SessionAround implements Session {
  readonly dialect: Session['dialect']
  readonly bringsRows: boolean
  readonly #session: Session

  constructor(session: Session) {
    this.dialect = session.dialect
    this.bringsRows = session.bringsRows ?? false
    this.#session = session
  }

  static {
    // Found when they are asked for: a session is made for each check of a container, and few of them are asked.
    for (const name of optional) {
      Object.defineProperty(this.prototype, name, {
        get(this: SessionAround) {
          return this.#session[name]?.bind(this.#session)
        },
      })
    }
  }

  discover(...given: Parameters<Session['discover']>): ReturnType<Session['discover']> {
    return this.#session.discover(...given)
  }

  describe(...given: Parameters<Session['describe']>): ReturnType<Session['describe']> {
    return this.#session.describe(...given)
  }

  fieldsOf(...given: Parameters<Session['fieldsOf']>): ReturnType<Session['fieldsOf']> {
    return this.#session.fieldsOf(...given)
  }

  relation(...given: Parameters<Session['relation']>): ReturnType<Session['relation']> {
    return this.#session.relation(...given)
  }

  query(statement: Statement): Promise<Rows> {
    return this.#session.query(statement)
  }

  stream(statement: Statement): AsyncIterable<Rows> {
    return this.#session.stream(statement)
  }

  close(): Promise<void> {
    return this.#session.close()
  }
}
