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
export async function loadFormer({ environment, scan, loaded, formers }: Asking): Promise<Former | null> {
  if (environment.sources.keeps_unchanged === false || loaded.reads_everything) return null
  const known = (await formers?.())?.get(scan.id)
  if (known !== undefined) return known
  const { database } = environment.store
  const last = (await lastKeptReadings(database, [scan])).get(scan.id)
  if (last === undefined) return null
  const anomalies = await formerAnomalies(database, last.id)
  return { ...(await readingsOf(database, [last.id]))(last.id), anomalies }
}

/** By the id of the scan that asks: null without a former one, left out where it has to be loaded by itself. */
export type Formers = () => Promise<ReadonlyMap<number, Former | null>>

/**
 * What the last scans of containers that are begun together left, asked for once and only when the first of them wants to
 * know. Those that found something or read several partitions are left out: all of them at once may be too much to hold.
 */
export function formersOf({ store }: Environment, scans: readonly ContainerScanRow[]): Formers {
  const load = async () => {
    const last = await lastKeptReadings(store.database, scans)
    const plain = [...last.values()].flatMap(({ id, is_plain }) => (is_plain ? [id] : []))
    const readings = await readingsOf(store.database, plain)
    const formers = new Map<number, Former | null>()
    for (const { id } of scans) {
      const reading = last.get(id)
      if (reading === undefined) formers.set(id, null)
      else if (reading.is_plain) formers.set(id, { ...readings(reading.id), anomalies: [] })
    }
    return formers
  }
  let loading: Promise<ReadonlyMap<number, Former | null>> | null = null
  const forget = (error: unknown) => {
    loading = null
    throw error
  }
  return () => (loading ??= load().catch(forget))
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
