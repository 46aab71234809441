import type { PageRequest } from '../kernel/page.ts'
import { fetchPage } from './paging.ts'
import type { Queryable } from './pool.ts'

/** One page of the changes of an anomaly's status and of its row, newest first, with who made each; nobody for one by a scan. */
export async function listStatusChanges(database: Queryable, anomalyId: number, request: PageRequest) {
  const query = database
    .selectFrom('anomaly_status_changes as changes')
    .leftJoin('users', 'users.id', 'changes.user_id')
    .select(['changes.id', 'changes.created', 'changes.from_status', 'changes.to_status'])
    .select(['changes.operation_id', 'changes.container_scan_id', 'changes.user_id'])
    .select('changes.former_record')
    .select(['users.user_name', 'users.name', 'users.email'])
    .where('changes.anomaly_id', '=', anomalyId)
    .orderBy('changes.id', 'desc')
  return fetchPage(query, request)
}
