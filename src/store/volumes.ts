import { sql } from 'kysely'
import type { Queryable } from './pool.ts'

const mostMeasurements = 50

/** The numbers of rows of a container that profiles and scans measured, those of the last one to begin first. */
export async function volumesOf(database: Queryable, containerId: number): Promise<number[]> {
  const { rows } = await sql<{ rows: number }>`
    select rows from (
      select records_count::float8 as rows, created as at from container_profiles
      where container_id = ${containerId} and parent_profile_id is null and finished is not null
      union all
      select value, scans.start_time from check_measurements
      join operation_containers as scans on scans.id = container_scan_id
      join quality_checks on quality_checks.id = quality_check_id
      where quality_checks.container_id = ${containerId} and rule_type = 'volumetric' and inferred) as measured
    order by at desc limit ${mostMeasurements}`.execute(database)
  return rows.map((row) => row.rows)
}

/** Two readings of one time of modification may differ by so much. */
const sameTimeMs = 60_000

/**
 * When a container was modified as far as profiles and scans saw it, newest first, milliseconds since 1970; each once. A scan measures
 * the age at its begin, however long it takes.
 */
export async function modificationsOf(
  database: Queryable,
  containerId: number,
  seenNow: number | null = null,
): Promise<number[]> {
  const { rows } = await sql<{ at: number }>`
    select at from (
      select extract(epoch from last_modified)::float8 * 1000 as at from container_profiles
      where container_id = ${containerId} and parent_profile_id is null and last_modified is not null
      union all
      select extract(epoch from scans.start_time)::float8 * 1000 - value from check_measurements
      join operation_containers as scans on scans.id = container_scan_id
      join quality_checks on quality_checks.id = quality_check_id
      where quality_checks.container_id = ${containerId} and rule_type = 'freshness' and inferred) as measured
    order by at desc limit ${mostMeasurements}`.execute(database)
  const all = [...(seenNow === null ? [] : [seenNow]), ...rows.map((row) => row.at)].sort(
    (one, other) => other - one,
  )
  return all.filter((at, index) => index === 0 || (all[index - 1] ?? at) - at > sameTimeMs)
}
