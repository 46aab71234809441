import type { RecordFinding } from '../../engine/finding.ts'
import { readRecord } from '../../kernel/record-json.ts'
import { keptRecords, rememberFormer } from '../../store/former-records.ts'
import type { Queryable } from '../../store/pool.ts'
import type { RecognisedRow } from './recognise-rows.ts'

/** Keeps, in the history of anomalies that are found again, the rows whose values changed since. */
export async function noteFormerRows(
  transaction: Queryable,
  containerScanId: number,
  findings: readonly RecordFinding[],
  recognised: readonly RecognisedRow[],
): Promise<void> {
  const ids = recognised.flatMap(({ anomaly_id }) => anomaly_id ?? [])
  const kept = await keptRecords(transaction, ids)
  const former = new Map<number, string>()
  recognised.forEach(({ anomaly_id }, index) => {
    const before = kept.get(anomaly_id ?? 0)
    const now = findings[index]?.record
    if (anomaly_id === null || before === undefined || now === undefined || before === now) return
    if (hasChanged(before, now)) former.set(anomaly_id, before)
  })
  await rememberFormer(transaction, containerScanId, former)
}

/** Whether a field that both have holds another value; a column that came or went is no change of the row. */
function hasChanged(before: string, now: string): boolean {
  const next = readRecord(now)
  return Object.entries(readRecord(before)).some(
    ([name, value]) => Object.hasOwn(next, name) && JSON.stringify(value) !== JSON.stringify(next[name]),
  )
}
