import { sql } from 'kysely'
import { opened } from '../kernel/held.ts'
import type { HeldRecord } from '../kernel/record-json.ts'
import type { AnomalyType } from '../model/anomaly.ts'
import type { MessagePart } from '../model/message-template.ts'
import { tagsOfChecks } from './inherited-tags.ts'
import { isOpenAnomaly } from './open-anomalies.ts'
import type { Queryable } from './pool.ts'
import { prepared } from './prepared.ts'
import { storableTemplate, storableText } from './storable-text.ts'

/** A check that an anomaly fails. */
export interface FoundFailure {
  check_id: number
  message: string
  /** The parts from which the message is written anew when a field is masked; null (default) for one that is then withheld. */
  template?: readonly MessagePart[] | null
}

/** An anomaly as a scan found it. */
export interface DetectedAnomaly {
  /** Of the open anomaly that it is, whose identity is this one already; null when that is not known. */
  id: number | null
  /** The partition scan that found it (first, where it is found in several); null for the conclusion of the container. */
  partition_scan_id: number | null
  type: AnomalyType
  identity: string
  fingerprint: number
  /** Null for shape anomalies, as its hash is. */
  identity_basis_id: number | null
  identity_hash: string | null
  /** Null for shape anomalies. */
  row_hash: string | null
  message: string
  weight: number
  anomalous_records_count: number | null
  failed_checks: FoundFailure[]
}

/** Where and when it was found. */
export interface Detection {
  datastore_id: number
  container_id: number
  container_scan_id: number
  /** True when the rows are none of the container, but were given (default false). */
  of_given_rows?: boolean
}

/** The checks whose rows an evaluation does not list one by one, by the partition scan that it is of; see DetectedAnomaly. */
export type RolledUp = ReadonlyMap<number | null, readonly number[]>

/**
 * Writes anomalies: one that is known, or open under the same identity, is brought up to date, any other is new and takes
 * the assignees and tags that its checks and its container hand down. Returns the ids in the order given. Rows are locked
 * in the order of their identities, so that two scans of one container cannot block each other for ever; running it twice
 * in one scan changes nothing.
 */
export async function saveAnomalies(
  transaction: Queryable,
  detection: Detection,
  anomalies: readonly DetectedAnomaly[],
  rolledUp: RolledUp = new Map(),
): Promise<number[]> {
  if (anomalies.length === 0) return []
  const known = anomalies.filter(({ id }) => id !== null)
  await updateKnown(transaction, detection, known)
  const rows = await insertFound(
    transaction,
    detection,
    anomalies.filter(({ id }) => id === null),
  )
  const idOf = new Map(rows.map((row) => [row.identity, row.id]))
  const ids = anomalies.map(({ id, identity }) => id ?? idOf.get(identity) ?? 0)
  const parts = anomalies.map(({ partition_scan_id }) => partition_scan_id)
  await absorbChecks(transaction, ids, parts, rolledUp)
  await replaceFailedChecks(transaction, ids, anomalies)
  // Only a row that this statement updated, rather than inserted, has an xmax.
  await inheritFromChecks(
    transaction,
    detection.datastore_id,
    rows.flatMap((row) => (row.is_inserted ? row.id : [])),
  )
  await noteDetections(
    transaction,
    detection,
    anomalies.map(({ partition_scan_id }, index) => ({ id: ids[index] ?? 0, partition_scan_id })),
  )
  return ids
}

/** Lists anomalies under the scan that found them, and changes nothing about them. */
export async function noteDetections(
  transaction: Queryable,
  { container_scan_id }: Pick<Detection, 'container_scan_id'>,
  found: readonly { id: number; partition_scan_id: number | null }[],
): Promise<void> {
  if (found.length === 0) return
  await sql`${prepared}
    insert into anomaly_detections (container_scan_id, anomaly_id, partition_scan_id)
    select ${container_scan_id}, *
    from unnest(${found.map(({ id }) => id)}::bigint[], ${found.map((one) => one.partition_scan_id)}::bigint[])
    on conflict do nothing`.execute(transaction)
}

async function updateKnown(
  transaction: Queryable,
  detection: Detection,
  anomalies: readonly DetectedAnomaly[],
): Promise<void> {
  if (anomalies.length === 0) return
  const found = anomalies.map((anomaly) => ({ id: anomaly.id, ...columnsOf(anomaly) }))
  await sql`${prepared}
    update anomalies
    set container_scan_id = ${detection.container_scan_id}, partition_scan_id = found.partition_scan_id,
        message = found.message, weight = found.weight, row_hash = found.row_hash,
        anomalous_records_count = found.anomalous_records_count, last_detected = now(),
        is_new = anomalies.is_new and anomalies.container_scan_id = ${detection.container_scan_id}
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as found (id bigint, partition_scan_id bigint, row_hash text, message text, weight int, anomalous_records_count bigint)
    where anomalies.id = found.id`.execute(transaction)
}

async function insertFound(
  transaction: Queryable,
  detection: Detection,
  anomalies: readonly DetectedAnomaly[],
): Promise<{ id: number; identity: string; is_inserted: boolean }[]> {
  if (anomalies.length === 0) return []
  const { rows } = await sql<{ id: number; identity: string; is_inserted: boolean }>`${prepared}
    insert into anomalies (datastore_id, container_id, container_scan_id, partition_scan_id, type, identity, fingerprint,
                           identity_basis_id, identity_hash, row_hash, message, weight, anomalous_records_count, source_enriched, is_of_given_rows)
    select ${detection.datastore_id}, ${detection.container_id}, ${detection.container_scan_id}, found.*, found.type = 'record',
           ${detection.of_given_rows === true}
    from jsonb_to_recordset(${JSON.stringify(anomalies.map(columnsOf))}::jsonb)
      as found (partition_scan_id bigint, type text, identity text, fingerprint bigint, identity_basis_id bigint, identity_hash text, row_hash text,
                message text, weight int, anomalous_records_count bigint)
    order by found.identity
    on conflict (container_id, identity) where ${isOpenAnomaly} do update
    set container_scan_id = excluded.container_scan_id, partition_scan_id = excluded.partition_scan_id,
        message = excluded.message, weight = excluded.weight, row_hash = excluded.row_hash,
        anomalous_records_count = excluded.anomalous_records_count, last_detected = now(),
        is_new = anomalies.is_new and anomalies.container_scan_id = excluded.container_scan_id
    returning id, identity, xmax = 0 as is_inserted`.execute(transaction)
  return rows
}

/** The members that are columns of the anomaly itself. */
function columnsOf(anomaly: DetectedAnomaly) {
  const { id: _id, failed_checks: _failed, ...columns } = anomaly
  return { ...columns, message: storableText(anomaly.message) }
}

/** Remembers which checks these anomalies failed before, where their rows are not listed one by one any more. */
async function absorbChecks(
  transaction: Queryable,
  ids: readonly number[],
  parts: readonly (number | null)[],
  rolledUp: RolledUp,
): Promise<void> {
  const pairs = [...new Set(parts)].flatMap((part) =>
    (rolledUp.get(part) ?? []).map((check) => ({ part, check })),
  )
  const found = sql`unnest(${ids}::bigint[], ${parts}::bigint[]) as found (id, part)`
  const rolled = sql`unnest(${pairs.map(({ part }) => part)}::bigint[], ${pairs.map(({ check }) => check)}::bigint[])
    as rolled (part, check_id)`
  await sql`${prepared}
    delete from anomaly_absorbed_checks as absorbed using ${found}
    where absorbed.anomaly_id = found.id and not exists (
      select from ${rolled}
      where rolled.part is not distinct from found.part and rolled.check_id = absorbed.quality_check_id)`.execute(
    transaction,
  )
  if (pairs.length === 0) return
  await sql`
    insert into anomaly_absorbed_checks (anomaly_id, quality_check_id)
    select failed.anomaly_id, failed.quality_check_id
    from ${found}
    join anomalies on anomalies.id = found.id and anomalies.type = 'record'
    join anomaly_failed_checks as failed on failed.anomaly_id = found.id
    join ${rolled} on rolled.part is not distinct from found.part and rolled.check_id = failed.quality_check_id
    on conflict do nothing`.execute(transaction)
}

async function replaceFailedChecks(
  transaction: Queryable,
  ids: readonly number[],
  anomalies: readonly DetectedAnomaly[],
): Promise<void> {
  const failed = anomalies.flatMap((anomaly, index) =>
    anomaly.failed_checks.map(({ check_id, message, template }) => ({
      anomaly_id: ids[index] ?? 0,
      quality_check_id: check_id,
      message: storableText(message),
      template: template ? storableTemplate(template) : null,
    })),
  )
  await sql`${prepared}
    delete from anomaly_failed_checks where anomaly_id = any(${ids}::bigint[])`.execute(transaction)
  // A check that was deleted while the scan ran leaves no trace on the anomaly.
  await sql`${prepared}
    insert into anomaly_failed_checks (anomaly_id, quality_check_id, message, template)
    select failed.anomaly_id, failed.quality_check_id, failed.message, failed.template
    from jsonb_to_recordset(${JSON.stringify(failed)}::jsonb)
      as failed (anomaly_id bigint, quality_check_id bigint, message text, template jsonb)
    join quality_checks on quality_checks.id = failed.quality_check_id`.execute(transaction)
}

/** Once, at birth: what people change later about the anomaly or its checks is theirs. Default assignees need Viewer, as others do. */
async function inheritFromChecks(
  transaction: Queryable,
  datastoreId: number,
  anomalyIds: readonly number[],
): Promise<void> {
  if (anomalyIds.length === 0) return
  await sql`
    insert into anomaly_assignees (anomaly_id, user_id)
    select distinct failed.anomaly_id, users.id
    from anomaly_failed_checks as failed
    join quality_checks on quality_checks.id = failed.quality_check_id
    join users on users.id = quality_checks.default_anomaly_assignee_id and users.deleted_at is null
    where failed.anomaly_id = any(${anomalyIds}::bigint[])
      and (users.role = 'Admin' or exists (
        select from team_users
        join teams on teams.id = team_users.team_id and teams.permission <> 'Reporter'
        join team_datastores on team_datastores.team_id = teams.id and team_datastores.datastore_id = ${datastoreId}
        where team_users.user_id = users.id))`.execute(transaction)
  await sql`
    insert into tag_links (tag_id, anomaly_id)
    with failed as materialized (
      select anomaly_id, quality_check_id from anomaly_failed_checks where anomaly_id = any(${anomalyIds}::bigint[])
    )
    select distinct reaching.tag_id, failed.anomaly_id
    from failed
    join (${tagsOfChecks(sql`array(select quality_check_id from failed)`)}) as reaching on reaching.carrier = failed.quality_check_id`.execute(
    transaction,
  )
}

/** A shape anomaly that a container scan has found already. */
export interface DetectedShape {
  anomalous_records_count: number | null
  /** Source records that are kept with it. */
  records: number
}

/** The shape anomalies of these identities that this container scan has so far, by identity. */
export async function detectedShapes(
  transaction: Queryable,
  containerScanId: number,
  identities: readonly string[],
): Promise<Map<string, DetectedShape>> {
  const { rows } = await sql<DetectedShape & { identity: string }>`
    select anomalies.identity, anomalies.anomalous_records_count,
           (select count(*) from source_records where source_records.anomaly_id = anomalies.id) as records
    from anomaly_detections
    join anomalies on anomalies.id = anomaly_detections.anomaly_id
    where anomaly_detections.container_scan_id = ${containerScanId} and anomalies.identity = any(${identities}::text[])`.execute(
    transaction,
  )
  return new Map(rows.map((row) => [row.identity, row]))
}

/** Removes the source records that earlier scans kept for these anomalies. */
export async function clearSourceRecords(
  transaction: Queryable,
  anomalyIds: readonly number[],
): Promise<void> {
  if (anomalyIds.length === 0) return
  await sql`${prepared}
    delete from source_records where anomaly_id = any(${anomalyIds}::bigint[])`.execute(transaction)
}

/** Adds source records; `ordinal` counts from 0 within an anomaly. */
export async function addSourceRecords(
  transaction: Queryable,
  records: readonly { anomaly_id: number; ordinal: number; row_hash: string; record: HeldRecord }[],
): Promise<void> {
  if (records.length === 0) return
  await sql`${prepared}
    insert into source_records (anomaly_id, ordinal, row_hash, record)
    select * from unnest(${records.map((row) => row.anomaly_id)}::bigint[], ${records.map((row) => row.ordinal)}::int[],
                         ${records.map((row) => row.row_hash)}::text[], ${records.map((row) => opened(row.record))}::json[])`.execute(
    transaction,
  )
}

/** Says of shape anomalies, by their ids, whether rows of the source are kept with them; a record anomaly always has its own. */
export async function markEnriched(
  transaction: Queryable,
  enriched: ReadonlyMap<number, boolean>,
): Promise<void> {
  // Where every anomaly stands as it was.
  if (enriched.size === 0) return
  await sql`${prepared}
    update anomalies set source_enriched = marked.is_enriched
    from unnest(${[...enriched.keys()]}::bigint[], ${[...enriched.values()]}::boolean[]) as marked (id, is_enriched)
    where anomalies.id = marked.id and source_enriched <> marked.is_enriched`.execute(transaction)
}
