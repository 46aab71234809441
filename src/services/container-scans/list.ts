import { sql } from 'kysely'
import type { Context } from '../../access/context.ts'
import { visibleDatastores } from '../../access/visible.ts'
import { toPage, type PageRequest } from '../../kernel/page.ts'
import type { ScanResult } from '../../model/operation.ts'
import { onDay } from '../../store/days.ts'
import { escapeLike } from '../../store/like.ts'
import { containerScanColumns, presentContainerScan } from './present.ts'

/** Filters of the list of container scans; see OperationFilter for how absent ones, lists and dates are read. */
export interface ContainerScanFilter {
  datastore?: number[]
  container?: number[]
  operation?: number[]
  /** Part of the container's name. */
  name?: string
  /** Part of the container's name, or the container scan's id. */
  search?: string
  result?: ScanResult[]
  /** Only the newest container scan of each container. */
  latest_only?: boolean
  created_date?: string
  offset?: number
  sort_created?: 'asc' | 'desc'
  sort_active_anomalies?: 'asc' | 'desc'
}

/** Container scans of the datastores that the caller may see, newest first unless sorted otherwise. */
export async function listContainerScans(
  context: Context,
  filter: ContainerScanFilter,
  request: PageRequest,
) {
  const query = filtered(context, filter)
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  let sorted = query
  if (filter.sort_active_anomalies) {
    const active = sql`(select count(*) from anomaly_detections join anomalies on anomalies.id = anomaly_detections.anomaly_id
      where anomaly_detections.container_scan_id = operation_containers.id and anomalies.status = 'Active')`
    sorted = sorted.orderBy(active, filter.sort_active_anomalies)
  }
  const rows = await sorted
    .select(containerScanColumns)
    .orderBy('operation_containers.created', filter.sort_created ?? 'desc')
    .orderBy('operation_containers.id', filter.sort_created ?? 'desc')
    .limit(request.size)
    .offset((request.page - 1) * request.size)
    .execute()
  return toPage(rows.map(presentContainerScan), total, request)
}

function filtered(context: Context, filter: ContainerScanFilter) {
  let query = context.store.database
    .selectFrom('operation_containers')
    .innerJoin('containers', 'containers.id', 'operation_containers.container_id')
    .innerJoin('datastores', 'datastores.id', 'operation_containers.datastore_id')
    .where('operation_containers.kind', 'in', ['scan', 'external_scan'])
    .where('operation_containers.datastore_id', 'in', visibleDatastores(context))
  if (filter.datastore?.length)
    query = query.where('operation_containers.datastore_id', 'in', filter.datastore)
  if (filter.container?.length)
    query = query.where('operation_containers.container_id', 'in', filter.container)
  if (filter.operation?.length)
    query = query.where('operation_containers.operation_id', 'in', filter.operation)
  if (filter.result?.length) query = query.where('operation_containers.result', 'in', filter.result)
  if (filter.name) query = query.where('containers.name', 'ilike', `%${escapeLike(filter.name)}%`)
  if (filter.search) {
    const pattern = `%${escapeLike(filter.search)}%`
    const id = /^\d{1,15}$/.test(filter.search) ? Number(filter.search) : -1
    query = query.where(({ or, eb }) =>
      or([eb('containers.name', 'ilike', pattern), eb('operation_containers.id', '=', id)]),
    )
  }
  if (filter.latest_only) {
    query = query.where(
      sql<boolean>`not exists (select from operation_containers as newer
        where newer.container_id = operation_containers.container_id and newer.kind in ('scan', 'external_scan')
          and (newer.created, newer.id) > (operation_containers.created, operation_containers.id))`,
    )
  }
  if (filter.created_date)
    query = query.where(onDay('operation_containers.created', filter.created_date, filter.offset ?? 0))
  return query
}
