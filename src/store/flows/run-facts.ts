import { sql } from 'kysely'
import type { DatasetPlace, RunFacts } from '../../channels/run-facts.ts'
import { foldedVerdict } from '../check-results.ts'
import type { ExportedAsset } from '../../model/operation.ts'
import type { Queryable } from '../pool.ts'

/**
 * The run with its containers and the verdicts on their checks, as it was at that time if it was taken up again since: then as
 * aborted, whatever it ended with. Undefined when it was deleted. Checks without a verdict are left out.
 */
export async function runFacts(
  database: Queryable,
  operationId: number,
  phase: RunFacts['phase'],
  time: string,
): Promise<Omit<RunFacts, 'outputs'> | undefined> {
  const { rows } = await sql<Omit<RunFacts, 'phase' | 'outputs'>>`
    select operations.id as operation_id, operations.type, operations.created, operations.start_time,
      case when is_over then 'aborted' else operations.result end as result,
      case when is_over then 'It was taken up again since.' else operations.message end as message,
      case when is_over then ${time}::timestamptz else operations.end_time end as end_time,
      case when operations.dispatched > operations.created and not is_over then operations.dispatched end as resumed,
      datastores.name as datastore_name,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'name', containers.name, 'is_computed', containers.container_type like 'computed%',
          'datastore_name', own.name, 'connection_type', connections.type, 'host', connections.host,
          'port', connections.port, 'uri', connections.uri, 'region', connections.parameters->>'region', 'database', own.database, 'schema', own.schema,
          'root_path', own.root_path, 'assertions', (
            select coalesce(jsonb_agg(jsonb_build_object('check_id', checks.id, 'rule_type', checks.rule_type,
              'fields', checks.fields, 'passed', verdicts.verdict = 'passed') order by checks.id), '[]')
            from (select quality_check_id, ${foldedVerdict} as verdict from check_results
                  where container_scan_id = scans.id group by quality_check_id) as verdicts
            join quality_checks as checks on checks.id = verdicts.quality_check_id
            where verdicts.verdict in ('passed', 'failed'))
        ) order by scans.id), '[]')
       from operation_containers as scans
       join containers on containers.id = scans.container_id
       join datastores as own on own.id = containers.datastore_id
       join connections on connections.id = own.connection_id
       where scans.operation_id = operations.id) as datasets
    from operations left join datastores on datastores.id = operations.datastore_id
    cross join lateral (
      select date_trunc('milliseconds', operations.dispatched) > ${time}::timestamptz as is_over) as attempt
    where operations.id = ${operationId}`.execute(database)
  const [run] = rows
  return run && { ...run, phase }
}

/** Where a run may have written, and what it says of that. */
interface WrittenPlace extends DatasetPlace {
  type: RunFacts['type']
  /** Of an export. */
  asset_type: ExportedAsset | null
  source_datastore_id: number
  enrichment_datastore_id: number
  prefix: string
  /** The containers that it went through. */
  containers: { id: number; name: string }[]
}

/** The enrichment datastore that is linked to that of the run now; undefined when none is. Its `name` is empty. */
export async function writtenPlace(
  database: Queryable,
  operationId: number,
): Promise<WrittenPlace | undefined> {
  const { rows } = await sql<WrittenPlace>`
    select operations.type, operations.payload ->> 'asset_type' as asset_type, source.id as source_datastore_id,
      target.id as enrichment_datastore_id, source.enrichment_prefix as prefix, '' as name, false as is_computed,
      target.name as datastore_name, connections.type as connection_type, connections.host, connections.port, connections.uri,
      connections.parameters->>'region' as region,
      target.database, target.schema, target.root_path,
      (select coalesce(jsonb_agg(jsonb_build_object('id', containers.id, 'name', containers.name) order by scans.id), '[]')
       from operation_containers as scans join containers on containers.id = scans.container_id
       where scans.operation_id = operations.id and scans.result = 'success') as containers
    from operations join datastores as source on source.id = operations.datastore_id
    join datastores as target on target.id = source.enrich_datastore_id
    join connections on connections.id = target.connection_id
    where operations.id = ${operationId}`.execute(database)
  return rows[0]
}
