import type { Context } from '../../access/context.ts'
import { permittedDatastores } from '../../access/visible.ts'
import type { AnomalyComment } from '../../model/anomaly-record.ts'
import { openAnomalyStatuses, type AnomalyStatus } from '../../model/anomaly.ts'
import { newestComments, type CommentRow } from '../../store/anomaly-comments.ts'
import { anomalyRows, failedChecks } from '../../store/anomaly-details.ts'
import { assigneesOf } from '../../store/anomaly-triage.ts'
import { tagsOf } from '../../store/tags.ts'
import { ticketsOf } from '../../store/tickets.ts'
import { datastoreReference } from '../../connectors/datastore-reference.ts'

/** Comments that are shown with an anomaly; `GET /anomalies/{id}/comments` has all of them. */
const mostComments = 50

/**
 * The records of these anomalies, in the order of the ids, with failed checks, tags, assignees, comments and the stubs around
 * them. Comments are for those who may read them; others get none.
 */
export async function presentAnomalies(context: Context, ids: readonly number[]) {
  if (ids.length === 0) return []
  const { database } = context.store
  const rows = await anomalyRows(database, ids)
  const failed = await failedChecks(database, ids)
  const tags = await tagsOf(database, 'anomaly_id', ids)
  const assignees = await assigneesOf(database, ids)
  const tickets = await ticketsOf(database, ids)
  const isPermitted = await permittedDatastores(context, 'Viewer')
  const commented = rows.filter(({ datastore_id }) => isPermitted(datastore_id)).map(({ id }) => id)
  const comments = await newestComments(database, commented, mostComments)
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
        failed_checks: failed
          .filter((check) => check.anomaly_id === row.id)
          .map(({ anomaly_id: _id, ...check }) => check),
        global_tags: tags.get(row.id) ?? [],
        assignees: assignees.get(row.id) ?? [],
        tickets: tickets.get(row.id) ?? [],
        comments: (comments.get(row.id) ?? []).map(presentComment),
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
