import type { PageRequest } from '../../kernel/page.ts'
import { detailsText } from '../audit.ts'
import { fetchPage } from '../paging.ts'
import type { Queryable } from '../pool.ts'

/** What the audit log has of a flow, newest first; `details` are JSON texts. */
export function listFlowHistory(database: Queryable, flowId: number, request: PageRequest) {
  const query = database
    .selectFrom('audit_logs')
    .select(['id', 'created', 'user_name', 'action'])
    .select(detailsText)
    .where('resource_type', '=', 'flow')
    .where('resource_id', '=', flowId)
    .orderBy('id', 'desc')
  return fetchPage(query, request)
}
