import type { ContainerType, TableType } from '../../model/container.ts'
import type { ScanResult } from '../../model/operation.ts'
import { datastoreReference } from '../../connectors/datastore-reference.ts'

interface ContainerScanColumns {
  id: number
  operation_id: number
  created: string
  start_time: string | null
  end_time: string | null
  records_processed: number
  anomaly_count: number
  auto_resolved_anomaly_count: number
  result: ScanResult
  message: string | null
  container_id: number
  datastore_id: number
  container_name: string
  container_type: ContainerType
  table_type: TableType | null
  datastore_name: string
  datastore_type: string
}

/** A container scan as the contract shows it, without its partition scans. */
export function presentContainerScan(row: ContainerScanColumns) {
  const { container_id, datastore_id, container_name, container_type, table_type, ...rest } = row
  const { datastore_name, datastore_type, ...scan } = rest
  return {
    ...scan,
    datastore: datastoreReference(datastore_id, datastore_name, datastore_type),
    container: { id: container_id, name: container_name, container_type, table_type },
  }
}
