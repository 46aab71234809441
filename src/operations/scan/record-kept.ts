import type { Evaluation } from '../../engine/finding.ts'
import { finishPartitionScans, savePartitionScans } from '../../store/partition-scans.ts'
import type { Queryable } from '../../store/pool.ts'
import { recordEvaluations } from '../../services/judging/record-evaluation.ts'
import { savedPartition } from '../../services/judging/record-partition.ts'
import { recordingOf } from '../../services/judging/recording.ts'
import type { Step } from './step.ts'

/**
 * Writes partitions of which nothing was read, as if they had been read: what they found may have become another anomaly
 * since. Takes as many statements for a thousand of them as for one. Returns their share in the numbers of the run.
 */
export async function recordKept(transaction: Queryable, step: Step, kept: ReadonlyMap<string, Evaluation>) {
  const status = { partitions_scanned: kept.size, records_processed: 0, anomalies_identified: 0 }
  if (kept.size === 0) return status
  const written = await savePartitionScans(
    transaction,
    [...kept].map(([name, rows]) => savedPartition(step.scan.id, name, null, rows)),
  )
  const idOf = new Map(written.map(({ id, partition_name }) => [partition_name, id]))
  const parts = [...kept].flatMap(([name, evaluation]) => {
    const partition_scan_id = idOf.get(name)
    return partition_scan_id === undefined ? [] : [{ partition_scan_id, evaluation }]
  })
  const finished: Parameters<typeof finishPartitionScans>[1][number][] = []
  for (const [{ partition_scan_id, evaluation }, found] of await recordEvaluations(
    transaction,
    parts,
    recordingOf(step),
  )) {
    status.records_processed += evaluation.records_processed
    status.anomalies_identified += found
    if (partition_scan_id !== null && found > 0)
      finished.push({ id: partition_scan_id, anomalies: found, statements: [] })
  }
  await finishPartitionScans(transaction, finished)
  return status
}
