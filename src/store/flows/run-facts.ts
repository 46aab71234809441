import { sql } from 'kysely'
import type { RunFacts } from '../../channels/run-facts.ts'
import { foldedVerdict } from '../check-results.ts'
import type { Queryable } from '../pool.ts'

/** The run with its containers and the verdicts on their checks; undefined when it was deleted. Checks without a verdict are left out. */
export async function runFacts(
  database: Queryable,
  operationId: number,
  phase: RunFacts['phase'],
): Promise<RunFacts | undefined> {
  const { rows } = await sql<Omit<RunFacts, 'phase'>>`
    select operations.id as operation_id, operations.type, operations.result, operations.message, operations.created,
      operations.start_time, operations.end_time, datastores.name as datastore_name,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'name', containers.name, 'is_computed', containers.container_type like 'computed%',
          'datastore_name', own.name, 'connection_type', connections.type, 'host', connections.host,
          'port', connections.port, 'uri', connections.uri, 'database', own.database, 'schema', own.schema,
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
    where operations.id = ${operationId}`.execute(database)
  const [run] = rows
  return run && { ...run, phase }
}
