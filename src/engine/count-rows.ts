import type { HeldSession } from '../connectors/connector.ts'
import { readable } from '../connectors/readable.ts'
import { cellToNumber } from '../kernel/cell.ts'
import { count, select } from '../sql/build.ts'
import { printSelect } from '../sql/print.ts'
import type { ScanRequest } from './check.ts'
import { allRows, withoutExcluded } from './relation.ts'

/**
 * The number of rows of a container, in one statement that needs the value of no column: nothing is described or converted, and
 * stores that know the number answer from their metadata. Throws StatementRefused when the fields are not those of the last
 * sync any more.
 */
export async function countRows(
  session: HeldSession,
  { container, known_fields }: ScanRequest,
): Promise<number> {
  const from = allRows(readable(session), container, withoutExcluded(container, known_fields))
  const items = [{ expression: count('rows'), alias: 'm0' }]
  const { rows } = await readable(session).query(printSelect(select({ items, from }), session.dialect))
  return cellToNumber(rows[0]?.[0])
}
