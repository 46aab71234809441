import { isOpenAnomaly } from './open-anomalies.ts'
import type { Queryable } from './pool.ts'

/** Counts and links of datastores by id, for presenting them; an id without an entry has none. */
export interface DatastoreDetails {
  containers: Map<number, number>
  active_checks: Map<number, number>
  active_anomalies: Map<number, number>
  teams: Map<number, { id: number; name: string }[]>
  latest_operation: Awaited<ReturnType<typeof latestOperations>>
}

/** Five statements, whatever the number of datastores. */
export async function datastoreDetails(
  database: Queryable,
  ids: readonly number[],
): Promise<DatastoreDetails> {
  const containers = await database
    .selectFrom('containers')
    .select(['datastore_id as id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('datastore_id', 'in', ids)
    .groupBy('datastore_id')
    .execute()
  const checks = await database
    .selectFrom('quality_checks')
    .innerJoin('containers', 'containers.id', 'quality_checks.container_id')
    .select(['containers.datastore_id as id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('containers.datastore_id', 'in', ids)
    .where('quality_checks.status', '=', 'Active')
    .groupBy('containers.datastore_id')
    .execute()
  const anomalies = await database
    .selectFrom('anomalies')
    .select(['datastore_id as id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('datastore_id', 'in', ids)
    .where(isOpenAnomaly)
    .groupBy('datastore_id')
    .execute()
  const teams = await database
    .selectFrom('team_datastores')
    .innerJoin('teams', 'teams.id', 'team_datastores.team_id')
    .select(['team_datastores.datastore_id', 'teams.id', 'teams.name'])
    .where('team_datastores.datastore_id', 'in', ids)
    .orderBy('teams.name')
    .execute()
  const teamsOf = new Map<number, { id: number; name: string }[]>()
  for (const { datastore_id, id, name } of teams) {
    teamsOf.set(datastore_id, [...(teamsOf.get(datastore_id) ?? []), { id, name }])
  }
  return {
    containers: countsById(containers),
    active_checks: countsById(checks),
    active_anomalies: countsById(anomalies),
    teams: teamsOf,
    latest_operation: await latestOperations(database, ids),
  }
}

function countsById(rows: { id: number; count: number }[]): Map<number, number> {
  return new Map(rows.map(({ id, count }) => [id, count]))
}

async function latestOperations(database: Queryable, ids: readonly number[]) {
  const rows = await database
    .selectFrom('datastores')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('operations')
          .select(['id', 'type', 'result', 'created', 'end_time'])
          .whereRef('operations.datastore_id', '=', 'datastores.id')
          .orderBy('created', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select(['datastores.id as datastore_id', 'latest.id', 'latest.type', 'latest.result'])
    .select(['latest.created', 'latest.end_time'])
    .where('datastores.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ datastore_id, ...operation }) => [datastore_id, operation]))
}
