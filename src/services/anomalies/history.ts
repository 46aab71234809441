import type { Context } from '../../access/context.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { AnomalyStatusChange } from '../../model/anomaly-record.ts'
import { fetchPage } from '../../store/paging.ts'
import { findAnomaly } from './read.ts'

/** Reporter. The changes of an anomaly's status, newest first; that it was found is told by the anomaly itself. */
export async function listStatusChanges(
  context: Context,
  reference: string,
  request: PageRequest,
): Promise<Page<AnomalyStatusChange>> {
  const { id } = await findAnomaly(context, reference, 'Reporter')
  const query = context.store.database
    .selectFrom('anomaly_status_changes as changes')
    .leftJoin('users', 'users.id', 'changes.user_id')
    .select(['changes.id', 'changes.created', 'changes.from_status', 'changes.to_status'])
    .select(['changes.operation_id', 'changes.container_scan_id', 'changes.user_id'])
    .select(['users.user_name', 'users.name', 'users.email'])
    .where('changes.anomaly_id', '=', id)
    .orderBy('changes.id', 'desc')
  const page = await fetchPage(query, request)
  const items = page.items.map(({ user_id, user_name, name, email, ...change }) => ({
    ...change,
    user: user_id === null || user_name === null ? null : { id: user_id, user_name, name, email },
  }))
  return { ...page, items }
}
