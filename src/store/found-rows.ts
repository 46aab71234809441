import { sql } from 'kysely'
import type { FoundFailure } from './anomalies.ts'
import { joinMessages } from './kept-messages.ts'
import type { Queryable } from './pool.ts'
import { storableTemplate, storableText } from './storable-text.ts'

/** A record anomaly that a container scan has found already. */
export interface FoundRow {
  id: number
  row_hash: string
  /** Ids of the checks that it fails so far. */
  checks: number[]
}

/** The record anomalies with these rows that the container scan has found so far, the oldest first; locked. */
export async function lockFoundRows(
  transaction: Queryable,
  containerScanId: number,
  rowHashes: readonly string[],
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select anomalies.id, anomalies.row_hash,
           to_jsonb(array(select quality_check_id from anomaly_failed_checks as failed where failed.anomaly_id = anomalies.id)) as checks
    from anomalies
    where anomalies.row_hash = any(${rowHashes}::text[]) and anomalies.type = 'record'
      and exists (select from anomaly_detections as found
                  where found.container_scan_id = ${containerScanId} and found.anomaly_id = anomalies.id)
    order by anomalies.id
    for update of anomalies`.execute(transaction)
  return rows
}

/** Adds failed checks to anomalies, and gives each the weight of all that it fails then; checks deleted meanwhile are left out. */
export async function addFailures(
  transaction: Queryable,
  anomalies: readonly { id: number; weight: number; failed_checks: readonly FoundFailure[] }[],
): Promise<void> {
  if (anomalies.length === 0) return
  const failed = anomalies.flatMap(({ id, failed_checks }) =>
    failed_checks.map(({ check_id, message, template }) => ({
      anomaly_id: id,
      quality_check_id: check_id,
      message: storableText(message),
      template: template ? storableTemplate(template) : null,
    })),
  )
  await sql`
    insert into anomaly_failed_checks (anomaly_id, quality_check_id, message, template)
    select failed.*
    from jsonb_to_recordset(${JSON.stringify(failed)}::jsonb)
      as failed (anomaly_id bigint, quality_check_id bigint, message text, template jsonb)
    join quality_checks on quality_checks.id = failed.quality_check_id
    on conflict (anomaly_id, quality_check_id) do update
    set message = excluded.message, template = excluded.template`.execute(transaction)
  await sql`
    update anomalies set weight = found.weight
    from jsonb_to_recordset(${JSON.stringify(anomalies)}::jsonb) as found (id bigint, weight int)
    where anomalies.id = found.id`.execute(transaction)
  await joinMessages(
    transaction,
    anomalies.map(({ id }) => id),
  )
}
