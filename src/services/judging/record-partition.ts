import type { Evaluation } from '../../engine/finding.ts'
import { totalsText } from '../../engine/kept-totals.ts'
import { finishPartitionScans, savePartitionScan, type SavedPartition } from '../../store/partition-scans.ts'
import type { Queryable } from '../../store/pool.ts'
import { recordEvaluation } from './record-evaluation.ts'
import { recording, type Judged } from './recording.ts'

/** Writes what was found in one partition, and how far it was read; the number of anomalies. */
export async function recordPartition(
  transaction: Queryable,
  step: Judged,
  partition: string,
  startTime: string | null,
  rows: Evaluation,
): Promise<number> {
  const values = savedPartition(step.scan.id, partition, startTime, rows)
  // The statements that read samples are still to be sent.
  const id = await savePartitionScan(transaction, { ...values, statements: null })
  const anomalies = await recordEvaluation(transaction, rows, recording(step, id))
  await finishPartitionScans(transaction, [{ id, anomalies, statements: rows.statements ?? [] }])
  return anomalies
}

/** A partition that was read, as it is stored; its anomalies are counted later. `start_time` null: now. */
export function savedPartition(
  container_scan_id: number,
  partition_name: string,
  start_time: string | null,
  rows: Evaluation,
): SavedPartition {
  return {
    container_scan_id,
    partition_name,
    start_time,
    records_processed: rows.records_processed,
    anomaly_count: 0,
    result: 'success',
    message: null,
    totals: totalsText(rows.totals),
    highest: rows.highest ?? null,
    read_state: rows.read_state ?? null,
    unchanged_since: rows.unchanged_since ?? null,
    statements: rows.statements ?? null,
  }
}

/** The share of one partition in the numbers of the run. */
export function partitionStatus(rows: Evaluation, anomalies: number): Record<string, number> {
  return { partitions_scanned: 1, records_processed: rows.records_processed, anomalies_identified: anomalies }
}
