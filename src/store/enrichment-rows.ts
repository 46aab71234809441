import { sql } from 'kysely'
import type { HeldRecord } from '../kernel/record-json.ts'
import type { RemediationStrategy } from '../model/datastore.ts'
import type { ScanResult } from '../model/operation.ts'
import type { Queryable } from './pool.ts'
import { isOfSeveralPartitions, sharedWithEarlier } from './shared-anomalies.ts'

/** Rows handed out at once. */
const atOnce = 1000
/** One row more than is handed out says whether another read is worth it. */
const asked = atOnce + 1

/** All rows, page by page; `read` reads at most `asked` behind the last one that was handed out (undefined: from the beginning). */
async function* pages<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ;) {
    const rows = await read(last)
    const page = rows.slice(0, atOnce)
    yield page
    if (rows.length < asked) return
    last = page.at(-1)
  }
}

/** Of a container scan, what every row of its results says. */
export interface EnrichedScan {
  id: number
  operation_id: number
  container_id: number
  container: string
  datastore_id: number
  datastore: string
  /** In whose words the types of the container's fields are known. */
  connection_type: string
  prefix: string
  /** What becomes of its failing rows. */
  remediation: RemediationStrategy
  result: ScanResult
  /** A scan of the container that began later, and ended well, has said which rows are aside. */
  is_overtaken: boolean
}

/** The scans of these ids, of runs and datastores that there still are. */
export async function enrichedScans(database: Queryable, ids: readonly number[]): Promise<EnrichedScan[]> {
  const { rows } = await sql<EnrichedScan>`
    select scans.id, scans.operation_id, containers.id as container_id, containers.name as container,
      datastores.id as datastore_id, datastores.name as datastore, connections.type as connection_type,
      datastores.enrichment_prefix as prefix,
      coalesce(operations.payload ->> 'remediation', 'none') as remediation,
      scans.result, exists (
        select from operation_containers as later join operations as runs on runs.id = later.operation_id
        where later.container_id = scans.container_id and later.kind = 'scan' and later.result = 'success'
          and coalesce(later.start_time, later.created) > coalesce(scans.start_time, scans.created)
          and (runs.payload ->> 'remediation' = 'overwrite'
               or (runs.payload ->> 'remediation' = 'append' and operations.payload ->> 'remediation' = 'overwrite'))) as is_overtaken
    from operation_containers as scans
    left join operations on operations.id = scans.operation_id
    join containers on containers.id = scans.container_id
    join datastores on datastores.id = scans.datastore_id
    join connections on connections.id = datastores.connection_id
    where scans.id = any(${ids}::bigint[]) order by scans.id`.execute(database)
  return rows
}

/** A verdict on a check in a partition, or in the container as a whole. */
export interface EnrichedMetric {
  id: number
  container_scan_id: number
  quality_check_id: number
  partition: string | null
  asserted_records: number | null
  anomalous_records: number | null
  assertion_result: string
  assertion_details: string | null
}

/** All verdicts of these container scans. */
export async function* enrichedMetrics(
  database: Queryable,
  scans: readonly number[],
): AsyncGenerator<EnrichedMetric[]> {
  yield* pages<EnrichedMetric>(async (after) => {
    const { rows } = await sql<EnrichedMetric>`
      select results.id, results.container_scan_id, quality_check_id, partition_name as partition, asserted_records,
        anomalous_records, assertion_result, assertion_details
      from check_results as results
      left join partition_scans on partition_scans.id = results.partition_scan_id
      where results.container_scan_id = any(${scans}::bigint[]) and results.id > ${after?.id ?? 0}
      order by results.id limit ${asked}`.execute(database)
    return rows
  })
}

/**
 * The detection by the newest scan that found the anomaly of the row called `given`, which the anomaly names: what it says is what that
 * scan found, whichever scan's results are written last. Where a run is resumed that detection may be forgotten, and an older one stands.
 */
const byNewest = sql`
  join lateral (
    (select newest.* from anomaly_detections as newest
     where newest.anomaly_id = given.anomaly_id and newest.container_scan_id = anomalies.container_scan_id)
    union all
    (select older.* from anomaly_detections as older
     where older.anomaly_id = given.anomaly_id order by older.container_scan_id desc limit 1)
    limit 1) as detections on true`

/** An anomaly that a container scan found, as the newest scan that found it says, and a check that it fails. */
export interface EnrichedFailure {
  id: number
  /** The scan that is written. */
  container_scan_id: number
  /** The run of the newest scan that found it. */
  operation_id: number
  uuid: string
  detected: string
  partition: string | null
  quality_check_id: number
  rule_type: string
  parameters: string
  message: string
  tags: string
  description: string
  fields: string
  metadata: string | null
  anomalous_records_count: number | null
  fingerprint: number
}

/**
 * All failed checks of the anomalies that these container scans found, anomaly by anomaly. The scans are of one run: of an anomaly
 * that two of them found, a row could be missing where a page ends.
 */
export async function* enrichedFailures(
  database: Queryable,
  scans: readonly number[],
): AsyncGenerator<EnrichedFailure[]> {
  yield* pages<EnrichedFailure>(async (last) => {
    const [after, check] = [last?.id ?? 0, last?.quality_check_id ?? 0]
    // Many anomalies fail few checks, so what a check says is told once for each page.
    const { rows } = await sql<EnrichedFailure>`
      with page as (
        select anomalies.id, given.container_scan_id, scans.operation_id, anomalies.uuid, anomalies.last_detected as detected,
          case when not ${isOfSeveralPartitions} then partition_name end as partition, failed.quality_check_id, failed.message, anomalies.anomalous_records_count,
          anomalies.fingerprint
        from anomaly_detections as given
        join anomalies on anomalies.id = given.anomaly_id ${byNewest}
        join operation_containers as scans on scans.id = detections.container_scan_id
        join anomaly_failed_checks as failed on failed.anomaly_id = anomalies.id
        left join partition_scans on partition_scans.id = detections.partition_scan_id
        where given.container_scan_id = any(${scans}::bigint[]) and given.anomaly_id >= ${after}
          and (anomalies.id, failed.quality_check_id) > (${after}, ${check})
        order by anomalies.id, failed.quality_check_id limit ${asked}),
      told as materialized (
        select checks.id as quality_check_id, checks.rule_type, checks.properties::text as parameters, checks.description,
          array_to_string(checks.fields, ',') as fields, checks.additional_metadata::text as metadata,
          array_to_string(array(
            select global_tags.name from tag_links join global_tags on global_tags.id = tag_links.tag_id
            where tag_links.quality_check_id = checks.id order by global_tags.name), ',') as tags
        from quality_checks as checks where checks.id in (select quality_check_id from page))
      select * from page join told using (quality_check_id) order by id, quality_check_id`.execute(database)
    return rows
  })
}

/** The identifiers of all anomalies that these container scans found. */
export async function foundAnomalies(database: Queryable, scans: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    select distinct anomalies.uuid from anomaly_detections as detections
    join anomalies on anomalies.id = detections.anomaly_id
    where detections.container_scan_id = any(${scans}::bigint[])`.execute(database)
  return rows.map(({ uuid }) => uuid)
}

/** A source record of an anomaly that a container scan found, as the newest scan that found it says. */
export interface EnrichedRecord {
  anomaly_id: number
  ordinal: number
  container_scan_id: number
  uuid: string
  partition: string | null
  record: HeldRecord
}

/** All source records that are kept with the anomalies that these container scans found; the scans are of one run, as above. */
export async function* enrichedRecords(
  database: Queryable,
  scans: readonly number[],
): AsyncGenerator<EnrichedRecord[]> {
  yield* pages<EnrichedRecord>(async (last) => {
    const [after, ordinal] = [last?.anomaly_id ?? 0, last?.ordinal ?? -1]
    const { rows } = await sql<EnrichedRecord>`
      select records.anomaly_id, records.ordinal, given.container_scan_id, anomalies.uuid,
        case when not ${isOfSeveralPartitions} then partition_name end as partition, records.record
      from anomaly_detections as given
      join anomalies on anomalies.id = given.anomaly_id ${byNewest}
      join source_records as records on records.anomaly_id = anomalies.id
      left join partition_scans on partition_scans.id = detections.partition_scan_id
      where given.container_scan_id = any(${scans}::bigint[]) and given.anomaly_id >= ${after}
        and (records.anomaly_id, records.ordinal) > (${after}, ${ordinal})
      order by records.anomaly_id, records.ordinal limit ${asked}`.execute(database)
    return rows
  })
}

/** How a part of a container was scanned: a partition, or all of it where it has none. */
export interface EnrichedPart {
  container_scan_id: number
  partition: string | null
  incremental: boolean | null
  records_processed: number
  record_limit: number | null
  max_records: number | null
  anomaly_count: number
  start_time: string | null
  end_time: string | null
  result: string
  message: string | null
}

/** The parts of these container scans. */
export async function enrichedParts(database: Queryable, scans: readonly number[]): Promise<EnrichedPart[]> {
  const { rows } = await sql<EnrichedPart>`
    select scans.id as container_scan_id, partition_name as partition,
      (operations.payload ->> 'incremental')::boolean as incremental,
      coalesce(parts.records_processed, scans.records_processed) as records_processed,
      (operations.payload ->> 'enrichment_source_record_limit')::bigint as record_limit,
      coalesce((operations.payload ->> 'max_records_analyzed_per_partition')::bigint, -1) as max_records,
      coalesce(parts.anomaly_count + ${sharedWithEarlier}, scans.anomaly_count) as anomaly_count,
      coalesce(parts.start_time, scans.start_time) as start_time, coalesce(parts.end_time, scans.end_time) as end_time,
      coalesce(parts.result, scans.result) as result, coalesce(parts.message, scans.message, scans.remark) as message
    from operation_containers as scans
    left join operations on operations.id = scans.operation_id
    left join partition_scans as parts on parts.container_scan_id = scans.id
    where scans.id = any(${scans}::bigint[]) order by scans.id, parts.id`.execute(database)
  return rows
}
