import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/** States that no run may ever have, by name: each is a condition of one row of `operations`, its container scans or its units. */
const forbidden: Record<string, string> = {
  'a container scan that goes on although its run has ended or was deleted': `
    select scans.id, scans.result || ' in run ' || scans.operation_id || coalesce(' ' || operations.result, ' deleted') as what
    from operation_containers as scans left join operations on operations.id = scans.operation_id
    where scans.result in ('queued', 'running')
      and (operations.id is null or operations.result not in ('queued', 'running'))`,
  'an open unit of a run that has ended': `
    select units.id, units.state || ' ' || units.kind || ' in run ' || operations.id || ' ' || operations.result as what
    from units join operations on operations.id = units.operation_id
    where units.state in ('waiting', 'running') and operations.result not in ('queued', 'running')`,
  'a run that goes on with nothing left to do': `
    select id, result as what from operations
    where result in ('queued', 'running')
      and not exists (select from units where units.operation_id = operations.id and units.state in ('waiting', 'running'))`,
  'an end without its time, or a time without an end': `
    select id, 'run ' || result as what from operations
    where (end_time is null) <> (result in ('queued', 'running'))
    union all
    select id, 'container scan ' || result from operation_containers
    where (end_time is null) <> (result in ('queued', 'running'))`,
  'a result that its container scans contradict': `
    select operations.id, operations.result || ' with a container ' || scans.result as what
    from operations join operation_containers as scans on scans.operation_id = operations.id
    where operations.result = 'success' and scans.result <> 'success'`,
  'a status that counts something else than there is': `
    select operations.id, operations.status::text as what from operations
    where type = 'scan' and result = 'success' and (
      (status ->> 'total_containers')::int <> (select count(*) from operation_containers where operation_id = operations.id)
      or (status ->> 'containers_analyzed')::int <> (select count(*) from operation_containers where operation_id = operations.id)
      or (status ->> 'records_processed')::int <> (
        select coalesce(sum(records_processed), 0) from operation_containers where operation_id = operations.id)
      or (status ->> 'partitions_scanned')::int <> (
        select count(*) from partition_scans join operation_containers as scans on scans.id = container_scan_id
        where scans.operation_id = operations.id))`,
  'a check that a scan passed over in silence': `
    select scans.id, 'no word on check ' || versions.quality_check_id as what
    from operation_containers as scans
    join operations on operations.id = scans.operation_id
    join quality_check_versions as versions on versions.id = any(scans.check_versions)
    where scans.result = 'success' and operations.payload -> 'check_categories' = '[]'
      and exists (select from partition_scans where container_scan_id = scans.id)
      and not exists (select from check_results
                      where container_scan_id = scans.id and quality_check_id = versions.quality_check_id)`,
  'a container scan that counts other anomalies than it detected': `
    select id, anomaly_count::text as what from operation_containers
    where result = 'success'
      and anomaly_count <> (select count(*) from anomaly_detections where container_scan_id = operation_containers.id)`,
}

/** Fails when anything that may never be seen is seen: in one snapshot, so it may be asked at any moment. */
export async function assertRunInvariants(app: TestApp, where = ''): Promise<void> {
  const all = Object.entries(forbidden)
    .map(([name, query]) => `select '${name}' as name, found.* from (${query}) as found`)
    .join(' union all ')
  const { rows } = await sql.raw(all).execute(app.environment.store.database)
  assert.deepEqual(rows, [], where)
}
