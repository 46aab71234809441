import type { Evaluation } from '../../engine/finding.ts'
import { totalsText } from '../../engine/kept-totals.ts'
import {
  finishPartitionScans,
  savePartitionScan,
  savePartitionScans,
  type SavedPartition,
} from '../../store/partition-scans.ts'
import type { Queryable } from '../../store/pool.ts'
import { recordEvaluation, recordEvaluations } from './record-evaluation.ts'
import { recording, recordingOf, type Judged } from './recording.ts'

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

/** A partition that was judged, whenever its rows were read. */
export interface JudgedPartition {
  partition: string
  /** Null: now. */
  start_time: string | null
  rows: Evaluation
}

/**
 * Writes what was found in partitions of one container that need nothing more of their source: it may have become another anomaly
 * since. Takes as many statements for a thousand of them as for one. Returns their share in the numbers of the run.
 */
export async function recordPartitions(
  transaction: Queryable,
  step: Judged,
  judged: readonly JudgedPartition[],
) {
  const status = { partitions_scanned: judged.length, records_processed: 0, anomalies_identified: 0 }
  if (judged.length === 0) return status
  const written = await savePartitionScans(
    transaction,
    judged.map(({ partition, start_time, rows }) =>
      savedPartition(step.scan.id, partition, start_time, rows),
    ),
  )
  const idOf = new Map(written.map(({ id, partition_name }) => [partition_name, id]))
  const parts = judged.flatMap(({ partition, rows: evaluation }) => {
    const partition_scan_id = idOf.get(partition)
    return partition_scan_id === undefined ? [] : [{ partition_scan_id, evaluation }]
  })
  const finished: Parameters<typeof finishPartitionScans>[1][number][] = []
  const found = await recordEvaluations(transaction, parts, recordingOf(step))
  for (const [{ partition_scan_id, evaluation }, anomalies] of found) {
    status.records_processed += evaluation.records_processed
    status.anomalies_identified += anomalies
    const { statements = [] } = evaluation
    if (partition_scan_id !== null && anomalies > 0)
      finished.push({ id: partition_scan_id, anomalies, statements })
  }
  await finishPartitionScans(transaction, finished)
  return status
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
