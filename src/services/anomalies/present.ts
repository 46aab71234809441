import { openAnomalyStatuses, type AnomalyStatus } from '../../model/anomaly.ts'
import { anomalyRows, failedChecks } from '../../store/anomaly-details.ts'
import { assigneesOf } from '../../store/anomaly-triage.ts'
import type { Queryable } from '../../store/pool.ts'
import { tagsOf } from '../../store/tags.ts'
import { datastoreReference } from '../../connectors/datastore-reference.ts'

/** The records of these anomalies, in the order of the ids, with failed checks, tags, assignees and the stubs around them. */
export async function presentAnomalies(database: Queryable, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await anomalyRows(database, ids)
  const failed = await failedChecks(database, ids)
  const tags = await tagsOf(database, 'anomaly_id', ids)
  const assignees = await assigneesOf(database, ids)
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
      }
      return [row.id, presented] as const
    }),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** One anomaly's record; undefined when there is none of that id. */
export async function presentAnomaly(database: Queryable, id: number) {
  return (await presentAnomalies(database, [id]))[0]
}

function isOpen(status: AnomalyStatus): boolean {
  return (openAnomalyStatuses as readonly AnomalyStatus[]).includes(status)
}
