import { sql } from 'kysely'
import { datastoreType } from './datastores.ts'
import { isAmong } from './paging.ts'
import type { Queryable } from './pool.ts'
import { prepared } from './prepared.ts'

/** Anomalies with what is shown of their surroundings, in no order. */
export async function anomalyRows(database: Queryable, ids: readonly number[]) {
  return database
    .selectFrom('anomalies')
    .innerJoin('datastores', 'datastores.id', 'anomalies.datastore_id')
    .innerJoin('containers', 'containers.id', 'anomalies.container_id')
    .leftJoin('partition_scans', 'partition_scans.id', 'anomalies.partition_scan_id')
    .modifyFront(prepared)
    .select([
      'anomalies.id',
      'uuid',
      'anomalies.type',
      'anomalies.status',
      'anomalies.created',
      'anomalies.message',
    ])
    .select([
      'anomalies.description',
      'weight',
      'anomalous_records_count',
      'fingerprint',
      'is_new',
      'source_enriched',
      'last_detected',
    ])
    .select(['anomalies.datastore_id', 'datastores.name as datastore_name', datastoreType])
    .select(['anomalies.container_id', 'containers.name as container_name', 'container_type', 'table_type'])
    .select([absorbedBy, duplicateOf])
    .select(['anomalies.container_scan_id', 'anomalies.partition_scan_id', 'partition_scans.partition_name'])
    .where(isAmong('anomalies.id', ids))
    .execute()
}

/** By the identity of shape anomalies, so that one which is found anew takes over at once. */
const absorbedBy = sql<number[]>`to_jsonb(array(
  select shapes.id from anomaly_absorbed_checks as absorbed
  join anomalies as shapes on shapes.container_id = anomalies.container_id and shapes.identity = 'shape:' || absorbed.quality_check_id
    and shapes.status in ('Active', 'Acknowledged')
  where absorbed.anomaly_id = anomalies.id order by shapes.id))`.as('absorbed_by')

/** A scan that finds it again does not ask of what it was a Duplicate. */
const duplicateOf = sql<
  number | null
>`case when anomalies.status = 'Duplicate' then anomalies.duplicate_of end`.as('duplicate_of')

/** A check that an anomaly fails, as it is shown with it. */
interface ShownFailure {
  anomaly_id: number
  message: string
  quality_check: object
}

/** The failed checks of these anomalies. */
export async function failedChecks(database: Queryable, ids: readonly number[]): Promise<ShownFailure[]> {
  const { rows } = await sql<ShownFailure>`
    select anomaly_failed_checks.anomaly_id, anomaly_failed_checks.message,
      json_build_object('id', quality_checks.id, 'rule_type', quality_checks.rule_type, 'description', quality_checks.description,
        'fields', array(select json_build_object('id', fields.id, 'name', named.name)
          from unnest(quality_checks.fields) with ordinality as named (name, place)
          left join fields on fields.container_id = quality_checks.container_id and fields.name = named.name order by place),
         'filter', quality_checks.filter, 'coverage', quality_checks.coverage,
        'properties', quality_checks.properties, 'status', quality_checks.status, 'inferred', quality_checks.inferred)::jsonb as quality_check
    from anomaly_failed_checks
    join quality_checks on quality_checks.id = anomaly_failed_checks.quality_check_id
    where anomaly_failed_checks.anomaly_id = any(${ids}::bigint[])
    order by anomaly_failed_checks.anomaly_id, quality_checks.id`.execute(database)
  return rows
}
