import type { Statement } from '../../sql/print.ts'
import { StatementRefused, type Rows, type Session } from '../connector.ts'

/**
 * The session, refusing every answer whose columns are not exactly those that its statement asked for: an expression that
 * adds a column would move the values of those behind it. Letter case is the store's own.
 */
export function exactColumns(session: Session): Session {
  return {
    dialect: session.dialect,
    discover: (known) => session.discover(known),
    ...(session.discoverOne && { discoverOne: session.discoverOne.bind(session) }),
    ...(session.skipped && { skipped: session.skipped.bind(session) }),
    describe: (container, known) => session.describe(container, known),
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
    ...(session.renew && { renew: session.renew.bind(session) }),
    close: () => session.close(),
  }
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
