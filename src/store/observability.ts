import { sql } from 'kysely'
import type { ContainerMeasurement } from '../model/container-measurement.ts'
import { timeframeIntervals, type Timeframe } from '../model/timeframe.ts'
import type { Queryable } from './pool.ts'
import { isOpenAnomaly } from './open-anomalies.ts'

/** Measurements of one container that a list shows. */
const mostMeasurements = 500

/** The measurements of containers in the time before now, newest first; a container without any is absent. */
export async function measurementsSince(
  database: Queryable,
  ids: readonly number[],
  timeframe: Timeframe,
): Promise<Map<number, ContainerMeasurement[]>> {
  const { rows } = await sql<ContainerMeasurement & { id: number }>`
    select things.id, measured.* from unnest(${ids}::bigint[]) as things (id)
    cross join lateral (
      select measurement_time, last_modification_time, row_count, size_bytes from container_measurements
      where container_id = things.id and measurement_time >= now() - ${timeframeIntervals[timeframe]}::interval
      order by measurement_time desc, container_measurements.id desc limit ${mostMeasurements}
    ) as measured order by measurement_time desc`.execute(database)
  const byContainer = new Map<number, ContainerMeasurement[]>()
  for (const { id, ...measured } of rows) {
    const known = byContainer.get(id) ?? []
    byContainer.set(id, known)
    known.push(measured)
  }
  return byContainer
}

/** The Active checks of these rule types on containers, in the order of their ids. */
export async function watchingChecks(
  database: Queryable,
  containerIds: readonly number[],
  ruleTypes: readonly string[],
) {
  if (containerIds.length === 0) return []
  return database
    .selectFrom('quality_checks')
    .select(['id', 'container_id', 'rule_type', 'description', 'status', 'fields'])
    .select(['last_asserted', 'is_passing'])
    .where('container_id', 'in', containerIds)
    .where('status', '=', 'Active')
    .where('rule_type', 'in', ruleTypes)
    .orderBy('id')
    .execute()
}

/** The open anomalies that any of these checks found, by container; one without any is absent. */
export async function openAnomaliesOf(
  database: Queryable,
  checkIds: readonly number[],
): Promise<Map<number, number>> {
  if (checkIds.length === 0) return new Map()
  const { rows } = await sql<{ container_id: number; anomalies: number }>`
    select anomalies.container_id, count(distinct anomalies.id) as anomalies
    from anomaly_failed_checks as failed join anomalies on anomalies.id = failed.anomaly_id
    where failed.quality_check_id = any(${checkIds}::bigint[]) and ${isOpenAnomaly}
    group by anomalies.container_id`.execute(database)
  return new Map(rows.map(({ container_id, anomalies }) => [container_id, anomalies]))
}
