import { ownSql } from '../rules/own-sql.ts'
import type { LostStatement } from '../model/container-scan-record.ts'
import type { PreparedCheck, ScanRequest, UnassertedCheck } from './check.ts'

/** A statement that ends its server would end it again: it is sent so often at most. */
const mostLosses = 2

/** Only SQL that a person wrote is suspected of ending a server. */
const isWritten = ({ check, filter }: PreparedCheck): boolean =>
  filter !== null || Object.keys(ownSql(check)).length > 0

/** The statements for a check over which one unit has lost the connection: those of the unit that has lost most. */
function lossesOf({ lost_statements = [] }: ScanRequest, id: number): readonly LostStatement[] {
  const own = lost_statements.filter(({ check_ids }) => check_ids.includes(id))
  const byUnit = [...Map.groupBy(own, ({ unit_id }) => unit_id).values()]
  return byUnit.toSorted((one, other) => other.length - one.length)[0] ?? []
}

/** True of a check that is evaluated apart from the others, because the connection was lost over a statement with its SQL. */
export const isSuspected = (request: ScanRequest, prepared: PreparedCheck): boolean =>
  isWritten(prepared) && lossesOf(request, prepared.check.id).length > 0

/** A check that is not evaluated any more, with its reason; null for all others. */
export function givenUp(request: ScanRequest, prepared: PreparedCheck): UnassertedCheck | null {
  const { check } = prepared
  const losses = lossesOf(request, check.id)
  if (!isWritten(prepared) || losses.length < mostLosses) return null
  const others = losses.at(-1)?.check_ids.filter((id) => id !== check.id) ?? []
  const beside = others.length === 0 ? '' : `, the last time beside check ${others.join(', ')}`
  return {
    check,
    reason: `The connection to the source was lost ${losses.length} times while it evaluated this check${beside}, so it was not asked again: the check's SQL may have ended the server. Make it cheaper, or let its filter leave fewer rows; if the server was ended by something else, resume or repeat the scan.`,
  }
}
