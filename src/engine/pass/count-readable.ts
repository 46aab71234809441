import { cellToNumber } from '../../kernel/cell.ts'
import type { Session } from '../../connectors/connector.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import { column, count, countWhere, isNotNull, select } from '../../sql/build.ts'
import { printSelect } from '../../sql/print.ts'

/** Counts the rows by reading every field of them. Throws StatementRefused where the data cannot be read, whoever counts. */
export async function countReadable(
  session: Session,
  from: Relation,
  fields: readonly DiscoveredField[],
): Promise<number> {
  const size = session.dialect.limits.columns - 1
  let counted = 0
  for (let start = 0; start === 0 || start < fields.length; start += size) {
    const read = fields.slice(start, start + size).map((field) => countWhere(isNotNull(column(field))))
    const items = [count('rows'), ...read].map((expression, index) => ({ expression, alias: `m${index}` }))
    const { rows } = await session.query(printSelect(select({ items, from }), session.dialect))
    counted = cellToNumber(rows[0]?.[0])
  }
  return counted
}
