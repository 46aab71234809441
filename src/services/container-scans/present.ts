import type { ContainerType, TableType } from '../../model/container.ts'
import type { ScanResult } from '../../model/operation.ts'
import type { Queryable } from '../../store/pool.ts'
import { isContainerScan, messageOrRemark } from '../../store/scans.ts'

/** Container scans with what presentContainerScan needs; narrow it with `where`. */
export const containerScans = (database: Queryable) =>
  database
    .selectFrom('operation_containers')
    .innerJoin('containers', 'containers.id', 'operation_containers.container_id')
    .innerJoin('datastores', 'datastores.id', 'operation_containers.datastore_id')
    .select(columns)
    .select(messageOrRemark)
    .where(isContainerScan)

const columns = [
  'operation_containers.id',
  'operation_containers.operation_id',
  'operation_containers.created',
  'operation_containers.start_time',
  'operation_containers.end_time',
  'operation_containers.records_processed',
  'operation_containers.anomaly_count',
  'operation_containers.auto_resolved_anomaly_count',
  'operation_containers.result',
  'operation_containers.container_id',
  'operation_containers.datastore_id',
  'containers.name as container_name',
  'containers.container_type',
  'containers.table_type',
  'datastores.name as datastore_name',
] as const

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
}

/** A container scan as the contract shows it, without its partition scans. */
export function presentContainerScan(row: ContainerScanColumns) {
  const { container_id, datastore_id, container_name, container_type, table_type, datastore_name, ...scan } =
    row
  return {
    ...scan,
    datastore: { id: datastore_id, name: datastore_name },
    container: { id: container_id, name: container_name, container_type, table_type },
  }
}
