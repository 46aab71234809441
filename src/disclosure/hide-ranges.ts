import { fingerprintOf, shapeIdentity } from '../engine/fingerprint.ts'
import { maskedInMessage } from '../kernel/masked.ts'
import type { Queryable } from '../store/pool.ts'
import { anomaliesOfRanges, rangeNames, renameInAnomalies, renameRanges } from '../store/range-names.ts'

/**
 * Takes the values of a field that is masked now out of the names of the ranges by which a table was cut, for good: they are
 * numbered instead. Also out of the identities that follow from the names, from whose numbers they could be guessed.
 */
export async function hideRanges(transaction: Queryable, containerId: number, field: string): Promise<void> {
  const hidden = `${field} ${maskedInMessage} `
  const names = await rangeNames(transaction, containerId, field)
  const shown = names.filter((name) => !name.startsWith(hidden))
  if (shown.length === 0) return
  const used = names.length - shown.length
  const renamed = shown.map((old, index) => ({ old, new: `${hidden}${used + index + 1}` }))
  await renameRanges(transaction, containerId, renamed)
  const anomalies = await anomaliesOfRanges(transaction, containerId, renamed)
  await renameInAnomalies(
    transaction,
    anomalies.map((anomaly) => {
      const identity = shapeIdentity(anomaly.check_id, anomaly.new)
      return { ...anomaly, identity, fingerprint: fingerprintOf(containerId, identity) }
    }),
  )
}
