import type { Rows, Session } from './connector.ts'
import type { Statement } from '../sql/print.ts'

/** What a session may have beside the rest; one around it has what it has. */
const optional = [
  'discoverOne',
  'skipped',
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

/** A session that does what another one does, and has what that one has; for those that change some of it. */
export class SessionAround implements Session {
  readonly dialect: Session['dialect']
  readonly bringsRows: boolean
  readonly #session: Session
  declare readonly discoverOne?: NonNullable<Session['discoverOne']>
  declare readonly skipped?: NonNullable<Session['skipped']>
  declare readonly remarksOn?: NonNullable<Session['remarksOn']>
  declare readonly keep?: NonNullable<Session['keep']>
  declare readonly numbered?: NonNullable<Session['numbered']>
  declare readonly stamps?: NonNullable<Session['stamps']>
  declare readonly changed?: NonNullable<Session['changed']>
  declare readonly guarantees?: NonNullable<Session['guarantees']>
  declare readonly keys?: NonNullable<Session['keys']>
  declare readonly filesBehind?: NonNullable<Session['filesBehind']>
  declare readonly renew?: NonNullable<Session['renew']>
  declare readonly rest?: NonNullable<Session['rest']>

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
