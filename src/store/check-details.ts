import type { Queryable } from './pool.ts'

/** The numbers of anomalies and container scans of checks, by check id; an id without an entry has nothing. */
export async function checkCounts(database: Queryable, ids: readonly number[]) {
  const rows = await database
    .selectFrom('quality_checks')
    .select('id')
    .select((eb) => [
      eb
        .selectFrom('anomaly_failed_checks')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('anomaly_failed_checks.quality_check_id', '=', 'quality_checks.id')
        .as('anomaly_count'),
      eb
        .selectFrom('anomaly_failed_checks')
        .innerJoin('anomalies', 'anomalies.id', 'anomaly_failed_checks.anomaly_id')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('anomaly_failed_checks.quality_check_id', '=', 'quality_checks.id')
        .where('anomalies.status', '=', 'Active')
        .as('active_anomaly_count'),
      eb
        .selectFrom('check_results')
        .select((count) => count.fn.count<number>('container_scan_id').distinct().as('n'))
        .whereRef('check_results.quality_check_id', '=', 'quality_checks.id')
        .as('num_container_scans'),
    ])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, anomaly_count, active_anomaly_count, num_container_scans }) => [
      id,
      {
        anomaly_count: anomaly_count ?? 0,
        active_anomaly_count: active_anomaly_count ?? 0,
        num_container_scans: num_container_scans ?? 0,
      },
    ]),
  )
}

/** Ids of the fields of these containers, by container id and name. */
export async function fieldIds(
  database: Queryable,
  containerIds: readonly number[],
): Promise<(containerId: number, name: string) => number | null> {
  if (containerIds.length === 0) return () => null
  const rows = await database
    .selectFrom('fields')
    .select(['id', 'name', 'container_id'])
    .where('container_id', 'in', containerIds)
    .execute()
  const ids = new Map(rows.map(({ id, name, container_id }) => [`${container_id} ${name}`, id]))
  return (containerId, name) => ids.get(`${containerId} ${name}`) ?? null
}

/** Users as other resources show them. */
export async function userStubs(database: Queryable, ids: readonly number[]) {
  if (ids.length === 0) return []
  return database
    .selectFrom('users')
    .select(['id', 'id as user_id', 'user_name', 'name', 'email'])
    .where('id', 'in', ids)
    .execute()
}
