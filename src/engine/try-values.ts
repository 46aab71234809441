import type { HeldSession } from '../connectors/connector.ts'
import { readable } from '../connectors/readable.ts'
import { cellToNumber } from '../kernel/cell.ts'
import type { ContainerReference } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
import { column, count, select } from '../sql/build.ts'
import { printSelect } from '../sql/print.ts'
import { allRows } from './relation.ts'

/** Reads every value of these fields, in one statement, and returns the number of rows. Throws what the source says of one that it cannot read. */
export async function tryValues(
  session: HeldSession,
  container: ContainerReference,
  fields: readonly DiscoveredField[],
): Promise<number> {
  const from = allRows(readable(session), container, fields)
  const counts = fields.map((field, index) => ({ expression: count(column(field)), alias: `m${index + 1}` }))
  const items = [{ expression: count('rows'), alias: 'm0' }, ...counts]
  const { rows } = await readable(session).query(printSelect(select({ items, from }), session.dialect))
  return cellToNumber(rows[0]?.[0])
}
