import { sql } from 'kysely'
import type { ScanResult } from '../model/operation.ts'
import { lastResultOfCheck } from './check-standing.ts'
import { isoInstant } from './iso-milliseconds.ts'
import { isOpenAnomaly } from './open-anomalies.ts'
import type { Queryable } from './pool.ts'
import { latestScan } from './scans.ts'

/** How many Active checks of a container stand in each way. */
interface Verdicts {
  passed: number
  failed: number
  unasserted: number
  never: number
}

/** How a container stands: its last scan (null: it was never scanned), what that and earlier ones concluded, and what is open. */
export interface ContainerStanding {
  last_scan: { id: number; result: ScanResult; start_time: string | null; records_processed: number } | null
  verdicts: Verdicts
  open_anomalies: number
}

/** How many open anomalies a row of containers has. */
export const openAnomaliesOfContainer = sql<number>`(
  select count(*) from anomalies where anomalies.container_id = containers.id and ${isOpenAnomaly})`

/** How each of these containers stands, by its id. */
export async function containerStandings(
  database: Queryable,
  ids: readonly number[],
): Promise<Map<number, ContainerStanding>> {
  const { rows } = await sql<ContainerStanding & { id: number; standing: Partial<Verdicts> | null }>`
    select containers.id, ${openAnomaliesOfContainer} as open_anomalies,
      (select jsonb_build_object('id', scan.id, 'result', scan.result, 'start_time', ${isoInstant('scan.start_time')},
         'records_processed', scan.records_processed) from (${latestScan}) as scan) as last_scan,
      (select jsonb_object_agg(judged.verdict, judged.checks) from (
         select ${lastResultOfCheck} as verdict, count(*) as checks from quality_checks
         where quality_checks.container_id = containers.id and quality_checks.status = 'Active' group by 1) as judged) as standing
    from containers where containers.id = any(${ids}::bigint[])`.execute(database)
  return new Map(
    rows.map(({ id, standing, ...row }) => [
      id,
      { ...row, verdicts: { passed: 0, failed: 0, unasserted: 0, never: 0, ...standing } },
    ]),
  )
}

/** By what a list of containers goes; by name among equals, and where nothing is given. */
export interface ContainerOrder {
  sort_name?: Direction | undefined
  sort_created?: Direction | undefined
  sort_last_scan?: Direction | undefined
  sort_open_anomalies?: Direction | undefined
  sort_quality_score?: Direction | undefined
}
type Direction = 'asc' | 'desc'

/** The expressions by which rows of containers are sorted, the first before the others; what has no value comes last. */
export function orderOfContainers(order: ContainerOrder) {
  const { sort_open_anomalies, sort_last_scan, sort_quality_score, sort_created } = order
  const score = sql`(select total from quality_scores where quality_scores.container_id = containers.id
    order by quality_scores.id desc limit 1)`
  const by = (direction: Direction | undefined, value: ReturnType<typeof sql>) =>
    direction ? [sql`${value} ${sql.raw(direction)} nulls last`] : []
  return [
    ...by(sort_open_anomalies, openAnomaliesOfContainer),
    ...by(sort_last_scan, sql`(select coalesce(scan.start_time, scan.created) from (${latestScan}) as scan)`),
    ...by(sort_quality_score, score),
    ...by(sort_created, sql`containers.created`),
  ]
}
