import { StatementRefused, type Session } from '../../connectors/connector.ts'
import type { ScanRequest } from '../../engine/check.ts'
import { countRows } from '../../engine/count-rows.ts'
import {
  countContainerScan,
  endContainerScan,
  lockContainerScan,
  savePartitionScan,
  type ContainerScanRow,
} from '../../store/scans.ts'
import type { Queryable } from '../../store/pool.ts'
import type { LoadedScan } from './load-request.ts'
import { hasChecks } from './pass-over.ts'
import type { StepEnd } from './step-end.ts'

/**
 * Whether nothing but the number of its rows is asked of files: they have no check, and the scan is neither incremental, which
 * goes by the values of a field or by files, nor capped. A database describes a table without reading it.
 */
export function isOnlyCounted(scan: ContainerScanRow, { request, increment }: LoadedScan): boolean {
  const { container, known_fields, record_cap } = request
  const isIncremental = increment.increment !== null || increment.files !== null
  const isOfFiles = container.container_type === 'file' && known_fields.length > 0
  return isOfFiles && !hasChecks(scan) && !isIncremental && record_cap === null
}

/** Null when the source refuses: its fields may be others by now, and must be looked at first. */
export async function countUnchecked(session: Session, request: ScanRequest): Promise<number | null> {
  try {
    return await countRows(session, request)
  } catch (error) {
    if (error instanceof StatementRefused) return null
    throw error
  }
}

/** Ends the scan of a container whose rows were counted: all its partitions in one, which has the container's name. */
export async function endCounted(
  transaction: Queryable,
  { id, start_time }: ContainerScanRow,
  { container }: ScanRequest,
  rows: number,
): Promise<StepEnd> {
  await lockContainerScan(transaction, id)
  await savePartitionScan(transaction, {
    container_scan_id: id,
    partition_name: container.name,
    start_time,
    records_processed: rows,
    anomaly_count: 0,
    result: 'success',
    message: null,
    totals: '{}',
    highest: null,
  })
  return {
    status: { containers_analyzed: 1, partitions_scanned: 1, records_processed: rows },
    partitions: [],
    conclusion: false,
    async locked(transaction) {
      await countContainerScan(transaction, id, rows)
      await endContainerScan(transaction, id, 'success', null)
    },
  }
}
