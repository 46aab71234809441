import type { PastResult } from '../api/api.generated.ts'
import { count, counted } from '../words/numbers.ts'

/** Why the verdict is what it is; empty where there is nothing to say. */
export function reasonOf({
  assertion_details,
  asserted_records,
  anomalous_records,
  measurement,
}: PastResult): string {
  const counts = countsOf(asserted_records, anomalous_records)
  const measured = measurement === null ? '' : `The scan measured ${measurement}.`
  return [counts || measured, assertion_details].filter(Boolean).join(' ')
}

function countsOf(asserted: number | null, anomalous: number | null): string {
  if (asserted === null || anomalous === null) return ''
  return anomalous === 0
    ? `All ${counted(asserted, 'row')} hold.`
    : `${count(anomalous)} of ${counted(asserted, 'row')} fail.`
}
