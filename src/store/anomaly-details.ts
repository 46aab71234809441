import { sql } from 'kysely'
import type { AnomalyRecord } from '../model/anomaly-record.ts'
import type { ContainerType } from '../model/container.ts'
import { isoInstant } from './iso-milliseconds.ts'
import type { Queryable } from './pool.ts'
import { prepared } from './prepared.ts'

/** An anomaly as it is shown, but for what is made of these columns. */
interface AnomalyRow extends Omit<
  AnomalyRecord,
  'available' | 'archived' | 'datastore' | 'container' | 'partition_scan'
> {
  datastore_id: number
  datastore_name: string
  datastore_type: string
  container_id: number
  container_name: string
  container_type: ContainerType
  table_type: string | null
  partition_scan_id: number | null
  partition_name: string | null
}

/**
 * Anomalies with what is shown of their surroundings, in no order; with the newest comments of each, at most `mostComments`. One
 * statement for all of it: what a short one costs is mostly the way to the database.
 */
export async function anomalyRows(
  database: Queryable,
  ids: readonly number[],
  mostComments: number,
): Promise<AnomalyRow[]> {
  const { rows } = await sql<AnomalyRow>`${prepared}
    select anomalies.id, uuid, anomalies.type, anomalies.status, anomalies.created, anomalies.message, anomalies.description, weight,
      anomalous_records_count, fingerprint, is_new, source_enriched, last_detected,
      ${duplicateOf} as duplicate_of,
      anomalies.datastore_id, datastores.name as datastore_name, connections.type as datastore_type,
      anomalies.container_id, containers.name as container_name, container_type, table_type,
      anomalies.container_scan_id, anomalies.partition_scan_id, partition_scans.partition_name,
      ${absorbedBy} as absorbed_by, ${failedChecks} as failed_checks, ${tags} as global_tags, ${assignees} as assignees,
      ${tickets} as tickets, ${comments(mostComments)} as comments
    from anomalies
    join datastores on datastores.id = anomalies.datastore_id
    left join connections on connections.id = datastores.connection_id
    join containers on containers.id = anomalies.container_id
    left join partition_scans on partition_scans.id = anomalies.partition_scan_id
    where anomalies.id = any(${ids}::bigint[])`.execute(database)
  return rows
}

/** Scans give an anomaly another status without a look at what it was a Duplicate of. */
const duplicateOf = sql`case when anomalies.status = 'Duplicate' then anomalies.duplicate_of end`

/** By the identity of shape anomalies, so that one which is found anew takes over at once. */
const absorbedBy = sql`to_jsonb(array(
  select shapes.id from anomaly_absorbed_checks as absorbed
  join anomalies as shapes on shapes.container_id = anomalies.container_id and shapes.identity = 'shape:' || absorbed.quality_check_id
    and shapes.status in ('Active', 'Acknowledged')
  where absorbed.anomaly_id = anomalies.id order by shapes.id))`

/** Each with the check as it is now. */
const failedChecks = sql`coalesce((
  select jsonb_agg(jsonb_build_object('message', failed.message, 'quality_check', jsonb_build_object(
      'id', quality_checks.id, 'rule_type', quality_checks.rule_type, 'description', quality_checks.description,
      'fields', array(select jsonb_build_object('id', fields.id, 'name', named.name)
        from unnest(quality_checks.fields) with ordinality as named (name, place)
        left join fields on fields.container_id = quality_checks.container_id and fields.name = named.name order by place),
      'filter', quality_checks.filter, 'coverage', quality_checks.coverage, 'properties', quality_checks.properties,
      'status', quality_checks.status, 'inferred', quality_checks.inferred)) order by quality_checks.id)
  from anomaly_failed_checks as failed join quality_checks on quality_checks.id = failed.quality_check_id
  where failed.anomaly_id = anomalies.id), '[]')`

const tags = sql`coalesce((
  select jsonb_agg(jsonb_build_object('type', 'global', 'name', global_tags.name, 'color', color, 'description', global_tags.description,
    'category', category, 'weight_modifier', weight_modifier) order by global_tags.name)
  from tag_links join global_tags on global_tags.id = tag_links.tag_id
  where tag_links.anomaly_id = anomalies.id), '[]')`

/** A user as other resources show one. */
const person = sql`jsonb_build_object('id', users.id, 'user_id', users.id, 'user_name', user_name, 'name', users.name, 'email', email)`

const assignees = sql`coalesce((
  select jsonb_agg(${person} order by user_name)
  from anomaly_assignees join users on users.id = anomaly_assignees.user_id
  where anomaly_assignees.anomaly_id = anomalies.id and users.deleted_at is null), '[]')`

const tickets = sql`coalesce((
  select jsonb_agg(jsonb_build_object('system', system, 'key', key, 'url', url, 'created', ${isoInstant('anomaly_tickets.created')})
    order by anomaly_tickets.id)
  from anomaly_tickets where anomaly_tickets.anomaly_id = anomalies.id), '[]')`

const comments = (most: number) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', newest.id, 'created', ${isoInstant('newest.created')}, 'message', newest.message,
    'user', ${person}) order by newest.id)
  from (select id, created, message, user_id from anomaly_comments where anomaly_comments.anomaly_id = anomalies.id order by id desc limit ${most}) as newest
  join users on users.id = newest.user_id), '[]')`
