import { sql } from 'kysely'
import { ExactNumber } from '../kernel/cell.ts'
import { hold, opened, type Held } from '../kernel/held.ts'
import { toFloating, type Quantity } from '../kernel/quantity.ts'
import type { Queryable } from './pool.ts'
import type { DueVerdict } from './check-results.ts'

/** Measurements that a scan may be compared with: enough for a window of years of daily scans. */
const keptInSight = 1000

/** A check that a container scan is to judge, and what it measures. */
export interface DueMeasurement extends DueVerdict {
  fields: readonly string[]
  filter: string | null
}

/**
 * The measurements of scans that began before the one named with each check (all, where it names none: for a trial), the last one first,
 * each as of the begin of its scan; a check without any is absent. Those of versions that measured another field, or rows of another filter, are numbers of something else and
 * left out.
 */
export async function earlierMeasurements(
  database: Queryable,
  due: readonly DueMeasurement[],
): Promise<Map<number, { value: Held<Quantity>; at: string }[]>> {
  const byCheck = new Map<number, { value: Held<Quantity>; at: string }[]>()
  if (due.length === 0) return byCheck
  const { rows } = await sql<{
    quality_check_id: number
    value: number
    digits: string | null
    start_time: string
  }>`
    select due.quality_check_id, measured.value, measured.digits, measured.start_time
    from unnest(${due.map((one) => one.quality_check_id)}::bigint[], ${due.map((one) => one.container_scan_id)}::bigint[],
                ${due.map((one) => JSON.stringify({ fields: one.fields, filter: one.filter }))}::jsonb[])
      as due (quality_check_id, container_scan_id, subject)
    left join operation_containers as own on own.id = due.container_scan_id
    cross join lateral (
      select value, digits, check_measurements.created, scans.start_time from check_measurements
      join operation_containers as scans on scans.id = check_measurements.container_scan_id
      left join quality_check_versions as version
        on version.quality_check_id = due.quality_check_id and version.id = any(scans.check_versions)
      where check_measurements.quality_check_id = due.quality_check_id
        and check_measurements.container_scan_id <> due.container_scan_id and scans.start_time <= coalesce(own.start_time, 'infinity')
        and (version.id is null or jsonb_build_object('fields', version.definition -> 'fields', 'filter', version.definition -> 'filter') = due.subject)
      order by check_measurements.created desc limit ${keptInSight}) as measured
    order by due.quality_check_id, measured.start_time desc, measured.created desc`.execute(database)
  for (const { quality_check_id, value, digits, start_time } of rows) {
    const measured = byCheck.get(quality_check_id) ?? []
    byCheck.set(quality_check_id, measured)
    measured.push({ value: hold(digits === null ? value : new ExactNumber(digits)), at: start_time })
  }
  return byCheck
}

/** Keeps what scans measured; a repeated attempt replaces its own, and checks deleted meanwhile are left out. */
export async function saveMeasurements(
  transaction: Queryable,
  kept: readonly (DueVerdict & { value: Held<Quantity> })[],
): Promise<void> {
  if (kept.length === 0) return
  const measured = kept.map(({ value, ...due }) => ({ ...due, value: opened(value) }))
  await sql`
    insert into check_measurements (quality_check_id, container_scan_id, value, digits)
    select quality_checks.id, measured.container_scan_id, measured.value, measured.digits
    from unnest(${measured.map((row) => row.quality_check_id)}::bigint[], ${measured.map((row) => row.container_scan_id)}::bigint[],
                ${measured.map((row) => toFloating(row.value))}::float8[], ${measured.map((row) => digitsOf(row.value))}::text[])
      as measured (check_id, container_scan_id, value, digits)
    join quality_checks on quality_checks.id = measured.check_id
    on conflict (quality_check_id, container_scan_id) do update set value = excluded.value, digits = excluded.digits, created = now()`.execute(
    transaction,
  )
}

/** All digits of a whole number or decimal; null for a floating number. */
const digitsOf = (value: Quantity): string | null => (typeof value === 'number' ? null : String(value))

/** The measurements of scans for each of these checks, that of the last scan to begin first, at most 100 each; a check without any is absent. */
export async function measurementsOf(
  database: Queryable,
  checkIds: readonly number[],
): Promise<Map<number, { created: string; value: Held<number> }[]>> {
  if (checkIds.length === 0) return new Map()
  const { rows } = await sql<{ quality_check_id: number; value: number; created: string }>`
    select checks.id as quality_check_id, measured.value, measured.created
    from unnest(${checkIds}::bigint[]) as checks (id)
    cross join lateral (
      select value, check_measurements.created, scans.start_time from check_measurements
      join operation_containers as scans on scans.id = container_scan_id
      where quality_check_id = checks.id
      order by check_measurements.created desc limit 100) as measured
    order by measured.start_time desc, measured.created desc`.execute(database)
  const byCheck = new Map<number, { created: string; value: Held<number> }[]>()
  for (const { quality_check_id, created, value } of rows) {
    byCheck.set(quality_check_id, [...(byCheck.get(quality_check_id) ?? []), { created, value: hold(value) }])
  }
  return byCheck
}
