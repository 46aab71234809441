import type { Session } from '../connectors/connector.ts'
import { cellToNumber, type Cell } from '../kernel/cell.ts'
import type { Expression, Relation } from '../sql/ast.ts'
import { count, select } from '../sql/build.ts'
import { printSelect } from '../sql/print.ts'

/** What an aggregate says of the rows, by a statement of its own; null where it says nothing. Throws StatementRefused. */
export async function oneValue(session: Session, from: Relation, aggregate: Expression): Promise<Cell> {
  const items = [{ expression: aggregate, alias: 'm0' }]
  const { rows } = await session.query(printSelect(select({ items, from }), session.dialect))
  return rows[0]?.[0] ?? null
}

/** The number of rows; the value of no column is needed for it. */
export async function rowsIn(session: Session, from: Relation): Promise<number> {
  return cellToNumber(await oneValue(session, from, count('rows')))
}
