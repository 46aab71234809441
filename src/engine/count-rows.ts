import type { HeldSession } from '../connectors/connector.ts'
import { readable } from '../connectors/readable.ts'
import type { ScanRequest } from './check.ts'
import { rowsIn } from './one-value.ts'
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
  const source = readable(session)
  return rowsIn(source, allRows(source, container, withoutExcluded(container, known_fields)))
}
