import type { CheckOutcome } from '../../engine/finding.ts'
import {
  formerAnomalies,
  formerOutcomes,
  formerPartitions,
  lastKeptReading,
  type FormerAnomaly,
  type FormerOutcome,
  type FormerPartition,
} from '../../store/former-readings.ts'
import type { Step } from './step.ts'

/** More rows of an anomaly than this are read from the source again rather than held in memory. */
export const mostHeld = 10_000

/** All that an earlier scan left of a container. */
export interface Former {
  partitions: ReadonlyMap<string, FormerPartition>
  outcomes: readonly FormerOutcome[]
  anomalies: readonly FormerAnomaly[]
}

/** The last scan of the container whose readings may be kept; null when there is none, or this scan must read everything. */
export async function loadFormer({
  environment,
  scan,
  loaded,
}: Pick<Step, 'environment' | 'scan' | 'loaded'>): Promise<Former | null> {
  if (environment.sources.keeps_unchanged === false || loaded.reads_everything) return null
  const { database } = environment.store
  const id = await lastKeptReading(database, scan.container_id, scan.id)
  if (id === null) return null
  // In this order: what masking rewrites meanwhile it also forgets the readings of.
  const anomalies = await formerAnomalies(database, id)
  const outcomes = await formerOutcomes(database, id)
  return { anomalies, outcomes, partitions: await formerPartitions(database, id) }
}

/** The verdict as this scan records it again. */
export function keptOutcome({ partition_scan_id: _partition, ...outcome }: FormerOutcome): CheckOutcome {
  return outcome
}
