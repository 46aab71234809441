import type { Context } from '../../access/context.ts'
import { permittedDatastores } from '../../access/visible.ts'
import type { AnomalyComment } from '../../model/anomaly-record.ts'
import { openAnomalyStatuses, type AnomalyStatus } from '../../model/anomaly.ts'
import type { CommentRow } from '../../store/anomaly-comments.ts'
import { anomalyRows } from '../../store/anomaly-details.ts'
import { datastoreReference } from '../../connectors/datastore-reference.ts'

/** Comments that are shown with an anomaly; `GET /anomalies/{id}/comments` has all of them. */
const mostComments = 50

/**
 * The records of these anomalies, in the order of the ids, with failed checks, tags, assignees, comments and the stubs around
 * them. Comments are for those who may read them; others get none.
 */
export async function presentAnomalies(context: Context, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await anomalyRows(context.store.database, ids, mostComments)
  const mayReadComments = await permittedDatastores(context, 'Viewer')
  const byId = new Map(
    rows.map((row) => {
      const {
        datastore_id,
        datastore_name,
        datastore_type,
        container_id,
        container_name,
        container_type,
        table_type,
        ...anomaly
      } = row
      const { partition_scan_id, partition_name, ...own } = anomaly
      const presented = {
        ...own,
        archived: !isOpen(own.status),
        datastore: datastoreReference(datastore_id, datastore_name, datastore_type),
        container: { id: container_id, name: container_name, container_type, table_type },
        partition_scan:
          partition_scan_id === null ? null : { id: partition_scan_id, partition: { name: partition_name } },
        comments: mayReadComments(datastore_id) ? own.comments : [],
      }
      return [row.id, presented] as const
    }),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** One anomaly's record; undefined when there is none of that id. */
export async function presentAnomaly(context: Context, id: number) {
  return (await presentAnomalies(context, [id]))[0]
}

/** A comment with who wrote it as other resources show a user. */
export function presentComment(row: CommentRow): AnomalyComment {
  const { id, created, message, user_id, user_name, name, email } = row
  return { id, created, message, user: { id: user_id, user_id, user_name, name, email } }
}

function isOpen(status: AnomalyStatus): boolean {
  return (openAnomalyStatuses as readonly AnomalyStatus[]).includes(status)
}
