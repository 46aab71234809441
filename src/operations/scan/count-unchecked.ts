import { StatementRefused, type HeldSession } from '../../connectors/connector.ts'
import type { ScanRequest } from '../../engine/check.ts'
import { countRows, type CountedPartition } from '../../engine/count-rows.ts'
import type { ContainerScanRow } from '../../store/scans.ts'
import type { LoadedScan } from '../../services/judging/load-request.ts'
import { hasChecks } from './pass-over.ts'
import type { ReadContainer } from './clean-end.ts'

/**
 * True when only the number of rows of files is needed: they have no check, and the scan is neither incremental, which
 * goes by the values of a field or by files, nor capped. A database describes a table without reading it.
 */
export function isOnlyCounted(scan: ContainerScanRow, { request, increment }: LoadedScan): boolean {
  const { container, known_fields, record_cap } = request
  const isIncremental = increment.increment !== null || increment.files !== null
  const isOfFiles = container.container_type === 'file' && known_fields.length > 0
  return isOfFiles && !hasChecks(scan) && !isIncremental && record_cap === null
}

/** Null when the source refuses: its fields may be others by now, and must be looked at first. */
export async function countUnchecked(
  session: HeldSession,
  request: ScanRequest,
): Promise<CountedPartition[] | null> {
  try {
    return await countRows(session, request)
  } catch (error) {
    if (error instanceof StatementRefused) return null
    throw error
  }
}

/** A container whose rows were counted, partition by partition; they are told to the catalogue unless it is a file by itself. */
export function countedContainer(
  scan: ContainerScanRow,
  loaded: LoadedScan,
  counted: readonly CountedPartition[],
): ReadContainer {
  const nothing = { records_processed: 0, outcomes: [], findings: [], totals: {} }
  const { name } = loaded.request.container
  const records_processed = counted.reduce((sum, { rows }) => sum + rows, 0)
  const isItself = counted.every(({ partition }) => partition.name === name)
  return {
    scan,
    loaded,
    schema: nothing,
    partitions: isItself ? [] : counted.map(({ partition }) => partition),
    remarks: [],
    partition: name,
    rows: { ...nothing, records_processed },
    whole: nothing,
    ...(!isItself && {
      parts: counted.map(({ partition, rows }) => ({
        partition: partition.name,
        rows: { ...nothing, records_processed: rows },
      })),
    }),
  }
}
