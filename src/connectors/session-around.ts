import type { Rows, Session } from './connector.ts'
import type { Statement } from '../sql/print.ts'

/** A session that does what another one does, and has what that one has; for those that change some of it. */
export class SessionAround implements Session {
  readonly dialect: Session['dialect']
  readonly bringsRows: boolean
  readonly #session: Session
  readonly discoverOne?: NonNullable<Session['discoverOne']>
  readonly skipped?: NonNullable<Session['skipped']>
  readonly remarksOn?: NonNullable<Session['remarksOn']>
  readonly keep?: NonNullable<Session['keep']>
  readonly numbered?: NonNullable<Session['numbered']>
  readonly stamps?: NonNullable<Session['stamps']>
  readonly changed?: NonNullable<Session['changed']>
  readonly guarantees?: NonNullable<Session['guarantees']>
  readonly keys?: NonNullable<Session['keys']>
  readonly filesBehind?: NonNullable<Session['filesBehind']>
  readonly renew?: NonNullable<Session['renew']>
  readonly rest?: NonNullable<Session['rest']>

  constructor(session: Session) {
    this.dialect = session.dialect
    this.bringsRows = session.bringsRows ?? false
    this.#session = session
    if (session.discoverOne) this.discoverOne = session.discoverOne.bind(session)
    if (session.skipped) this.skipped = session.skipped.bind(session)
    if (session.remarksOn) this.remarksOn = session.remarksOn.bind(session)
    if (session.keep) this.keep = session.keep.bind(session)
    if (session.numbered) this.numbered = session.numbered.bind(session)
    if (session.stamps) this.stamps = session.stamps.bind(session)
    if (session.changed) this.changed = session.changed.bind(session)
    if (session.guarantees) this.guarantees = session.guarantees.bind(session)
    if (session.keys) this.keys = session.keys.bind(session)
    if (session.filesBehind) this.filesBehind = session.filesBehind.bind(session)
    if (session.renew) this.renew = session.renew.bind(session)
    if (session.rest) this.rest = session.rest.bind(session)
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
