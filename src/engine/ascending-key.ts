import { StatementRefused, type Session } from '../connectors/connector.ts'
import type { Expression, Relation } from '../sql/ast.ts'
import { atMost, number, output, previous, select, subquery } from '../sql/build.ts'
import { printSelect } from '../sql/print.ts'

/**
 * True when one of the keys is greater in every row than in the row that the source shows before it, so that no two rows are equal in it.
 * Numbers and times that were written as they arose are read once for that, which is far cheaper than to group them; of others the
 * look ends at the first row that is not greater. `where` leaves out rows with NULL in a key. False where the source would sort for it.
 */
export async function ascendsInOne(
  session: Session,
  from: Relation,
  keys: readonly Expression[],
  where: Expression,
): Promise<boolean> {
  if (session.dialect.streamsWindows !== true || from.kind !== 'store') return false
  for (const key of keys) if (await ascends(session, from, key, where)) return true
  return false
}

async function ascends(
  session: Session,
  from: Relation,
  key: Expression,
  where: Expression,
): Promise<boolean> {
  const inTurn = select({
    items: [
      { expression: key, alias: 'k' },
      { expression: previous(key), alias: 'p' },
    ],
    from,
    where,
  })
  const statement = select({
    items: [{ expression: number(1), alias: 'n' }],
    from: subquery(inTurn),
    where: atMost(output('k'), output('p')),
    limit: 1,
  })
  try {
    const { rows } = await session.query(printSelect(statement, session.dialect))
    return rows.length === 0
  } catch (error) {
    // Whoever groups the rows says why they cannot be read.
    if (error instanceof StatementRefused) return false
    throw error
  }
}
