import { sql } from 'kysely'

/*
 * The rows of a check that are rolled up in several partitions are one anomaly, whose detection names the partition that found it
 * first. The others are known by their verdicts: rolled up, with no anomaly of their own.
 */

/** Of the row of `check_results` called `shared`, whether it is of the row of `partition_scans` called `parts`, and so. Written as the index has it. */
const isShared = sql<boolean>`shared.container_scan_id = parts.container_scan_id and coalesce(shared.partition_scan_id, 0) = parts.id
  and shared.is_rolled_up and shared.anomaly_count = 0`

/** How many anomalies the row of `partition_scans` called `parts` shares with one that found them before. */
export const sharedWithEarlier = sql<number>`(
  select count(*) from check_results as shared where ${isShared})`

/** The ids of all anomalies that the row of `partition_scans` called `parts` found, those that it shares included. */
export const foundInPartition = sql`(
  select anomaly_id from anomaly_detections where anomaly_detections.partition_scan_id = parts.id
  union
  select detections.anomaly_id
  from check_results as shared
  join anomaly_failed_checks as failed on failed.quality_check_id = shared.quality_check_id
  join anomalies on anomalies.id = failed.anomaly_id and anomalies.type = 'shape'
  join anomaly_detections as detections
    on detections.anomaly_id = anomalies.id and detections.container_scan_id = shared.container_scan_id
  where ${isShared})`

/** True when the anomaly of the row of `anomaly_detections` called `detections` has rows of more partitions than it names. */
export const isOfSeveralPartitions = sql<boolean>`(anomalies.type = 'shape' and exists (
  select from anomaly_failed_checks as shape
  join check_results as shared
    on shared.quality_check_id = shape.quality_check_id and shared.container_scan_id = detections.container_scan_id
  where shape.anomaly_id = detections.anomaly_id and shared.is_rolled_up
    and shared.partition_scan_id <> detections.partition_scan_id))`
