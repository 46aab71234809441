import type { CheckOutcome } from '../../engine/finding.ts'
import {
  formerAnomalies,
  formerOutcomes,
  formerPartitions,
  lastKeptReadings,
  type FormerAnomaly,
  type FormerOutcome,
  type FormerPartition,
} from '../../store/former-readings.ts'
import type { Environment } from '../../access/context.ts'
import type { Queryable } from '../../store/pool.ts'
import type { ContainerScanRow } from '../../store/scans.ts'
import type { LoadedScan } from '../../services/judging/load-request.ts'

/** More rows of an anomaly than this are read from the source again rather than held in memory. */
export const mostHeld = 10_000

/** All that an earlier scan left of a container. */
export interface Former {
  partitions: ReadonlyMap<string, FormerPartition>
  outcomes: readonly FormerOutcome[]
  anomalies: readonly FormerAnomaly[]
}

/** The step that asks. */
interface Asking {
  environment: Environment
  scan: ContainerScanRow
  loaded: Pick<LoadedScan, 'reads_everything'>
  /** See Step. */
  formers?: Formers
}

/** The last scan of the container whose readings may be kept; null when there is none, or this scan must read everything. */
export async function loadFormer({
  environment,
  scan,
  loaded,
  formers = formersOf(environment, [scan]),
}: Asking): Promise<Former | null> {
  if (environment.sources.keeps_unchanged === false || loaded.reads_everything) return null
  return formers(scan.id)
}

/** What an earlier scan left of the container of the scan of this id; null without one. */
export type Formers = (id: number) => Promise<Former | null>

/**
 * The same for containers that are begun together, of which all are asked for at once, and only when the first of them wants to know.
 * Those in which something was found, or several partitions were read, are loaded one by one: together they may be too much to hold.
 */
export function formersOf({ store: { database } }: Environment, scans: readonly ContainerScanRow[]): Formers {
  const load = async () => {
    const last = await lastKeptReadings(database, scans)
    const plain = [...last.values()].flatMap(({ id, is_plain }) => (is_plain ? [id] : []))
    return { last, readings: await readingsOf(database, plain) }
  }
  let loading: ReturnType<typeof load> | null = null
  const forget = (error: unknown) => {
    loading = null
    throw error
  }
  return async (id) => {
    const { last, readings } = await (loading ??= load().catch(forget))
    const reading = last.get(id)
    if (reading === undefined) return null
    if (reading.is_plain) return { ...readings(reading.id), anomalies: [] }
    const anomalies = await formerAnomalies(database, reading.id)
    return { ...(await readingsOf(database, [reading.id]))(reading.id), anomalies }
  }
}

/** The verdicts and partitions of these scans, by their ids. In this order: what masking rewrites meanwhile it also forgets the readings of. */
async function readingsOf(
  database: Queryable,
  ids: readonly number[],
): Promise<(id: number) => Omit<Former, 'anomalies'>> {
  const outcomes = Map.groupBy(await formerOutcomes(database, ids), (one) => one.container_scan_id)
  const partitions = Map.groupBy(await formerPartitions(database, ids), (one) => one.container_scan_id)
  return (id) => ({
    outcomes: outcomes.get(id) ?? [],
    partitions: new Map((partitions.get(id) ?? []).map((one) => [one.partition_name, one])),
  })
}

/** The verdict as this scan records it again. */
export function keptOutcome({
  container_scan_id: _scan,
  partition_scan_id: _partition,
  ...outcome
}: FormerOutcome): CheckOutcome {
  return outcome
}
