import type { Evaluation } from '../../engine/finding.ts'
import { saveOutcomes } from '../../store/check-results.ts'
import { savePartitionScans } from '../../store/partition-scans.ts'
import type { Queryable } from '../../store/pool.ts'
import { savedOutcomes } from './record-evaluation.ts'
import { partitionStatus, recordPartition, savedPartition } from './scan-partition.ts'
import type { Step } from './step.ts'

/**
 * Writes partitions of which nothing was read, as if they had been read: those in which nothing fails together, the others
 * one by one, as what they found may have become another anomaly since. Returns their share in the numbers of the run.
 */
export async function recordKept(transaction: Queryable, step: Step, kept: ReadonlyMap<string, Evaluation>) {
  const status = { partitions_scanned: kept.size, records_processed: 0, anomalies_identified: 0 }
  const clean = [...kept].filter(([, { findings }]) => findings.length === 0)
  const written = await savePartitionScans(
    transaction,
    clean.map(([name, rows]) => savedPartition(step.scan.id, name, null, rows)),
  )
  const outcomes = written.flatMap(({ id, container_scan_id, partition_name }) => {
    const rows = kept.get(partition_name)
    return rows ? savedOutcomes(rows, { container_scan_id, partition_scan_id: id }) : []
  })
  await saveOutcomes(transaction, outcomes)
  for (const [name, rows] of kept) {
    status.records_processed += rows.records_processed
    if (rows.findings.length === 0) continue
    const anomalies = await recordPartition(transaction, step, name, null, rows)
    status.anomalies_identified += partitionStatus(rows, anomalies)['anomalies_identified'] ?? 0
  }
  return status
}
