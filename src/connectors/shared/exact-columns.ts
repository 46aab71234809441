import type { Statement } from '../../sql/print.ts'
import { StatementRefused, type Rows, type Session } from '../connector.ts'

/** The methods that replace the session's own. */
type Guarded = Pick<Session, 'relation' | 'query' | 'stream'>

/**
 * The session, refusing every answer whose columns are not exactly those that its statement asked for: an expression that
 * adds a column would move the values of those behind it. Letter case is the store's own. Every other member is the
 * session's.
 */
export function exactColumns<Guardable extends Session>(session: Guardable): Guardable {
  const guarded: Guarded = {
    relation(container, fields, partitions) {
      const relation = session.relation(container, fields, partitions)
      return relation.kind === 'store' ? { ...relation, columns: fields.map(({ name }) => name) } : relation
    },
    async query(statement) {
      const answer = await session.query(statement)
      refuseOthers(statement, answer)
      return answer
    },
    async *stream(statement) {
      for await (const batch of session.stream(statement)) {
        refuseOthers(statement, batch)
        yield batch
      }
    },
  }
  return new Proxy(session, {
    get(target, name) {
      if (Object.hasOwn(guarded, name)) return guarded[name as keyof Guarded]
      // Of the session and not of the proxy: its methods read private members.
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

function refuseOthers({ columns: asked }: Statement, { columns }: Rows): void {
  if (asked === undefined) return
  const isSame =
    asked.length === columns.length &&
    asked.every((name, index) => name.toLowerCase() === columns[index]?.name.toLowerCase())
  if (isSame) return
  throw new StatementRefused(
    `Its result has ${columns.length} columns that are not the ${asked.length} asked for; an expression must have one value.`,
  )
}
