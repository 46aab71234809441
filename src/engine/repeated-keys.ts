import type { Session } from '../connectors/connector.ts'
import { cellToNumber } from '../kernel/cell.ts'
import type { Column, Expression, Relation, Select } from '../sql/ast.ts'
import { above, call, count, number, output, select, subquery, times } from '../sql/build.ts'
import { printSelect } from '../sql/print.ts'

/** Rows that are looked at first: where some of them are equal, many of all are. */
const firstRows = 100_000
/** More groups of equal rows among the first ones, and all are grouped by their values. */
const mostInFirst = 10
/** More numbers that several rows share, and all rows are grouped by their values. */
const mostShared = 1000

/** The rows of which some may be equal in a key; all others are known to be alone. */
export interface PerhapsEqual {
  /** How many they are; 0: no two rows are equal. */
  rows: number
  /** TRUE for each of them; meant for rows without NULL in the key. */
  where: Expression
}

/**
 * Looks for the rows that may be equal in a key by a number which equal rows share, and hardly any others: the engine holds one number for
 * each row instead of its values. `where` leaves out rows with NULL in the key; `rows` is about how many are left. Null where grouping
 * the rows by their values is as good: for few of them, for one number, for engines that gain nothing, and where many are equal.
 */
export async function perhapsEqual(
  session: Session,
  { from, where, rows }: { from: Relation; where: Expression; rows: number },
  key: readonly Column[],
): Promise<PerhapsEqual | null> {
  const { groupsBySpread: least = Infinity } = session.dialect
  if (rows < least || from.kind !== 'store') return null
  if (key.length === 1 && key[0]?.type !== 'String') return null
  const share = times(call('spread', ...key), number(2 ** 53))
  const ask = async (all: Select, most: number) => {
    const { rows: shared } = await session.query(printSelect(sharedNumbers(all, most + 1), session.dialect))
    return shared.length > most ? null : shared
  }
  const all: Select = select({ items: [{ expression: share, alias: 'h' }], from, where })
  if ((await ask({ ...all, limit: firstRows }, mostInFirst)) === null) return null
  const shared = await ask(all, mostShared)
  if (shared === null) return null
  const numbers = shared.map(([value]) => cellToNumber(value))
  const query = select({
    items: [{ expression: output('h'), alias: 'h' }],
    from: { kind: 'numbers', name: 'h', numbers },
  })
  return {
    rows: shared.reduce((sum, [, group]) => sum + cellToNumber(group), 0),
    where: { kind: 'in_query', operands: [share], query },
  }
}

/** At most so many numbers that more than one row has, each with the number of its rows. */
const sharedNumbers = (all: Select, limit: number): Select =>
  select({
    items: [
      { expression: output('h'), alias: 'h' },
      { expression: count('rows'), alias: 'n' },
    ],
    from: subquery(all),
    group_by: [output('h')],
    having: above(count('rows'), number(1)),
    limit,
  })
