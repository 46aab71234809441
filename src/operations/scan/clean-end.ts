import type { Environment } from '../../access/context.ts'
import type { Evaluation } from '../../engine/finding.ts'
import type { Partition } from '../../model/container.ts'
import { adaptThresholds } from '../../services/checks/adapt-thresholds.ts'
import { hideSince } from '../../disclosure/hide-since.ts'
import { containersToCatalogue, replacePartitions } from '../../store/catalogue.ts'
import { lockFindingsOf } from '../../store/identities.ts'
import { saveMeasurements } from '../../store/measurements.ts'
import type { Queryable } from '../../store/pool.ts'
import { markAsserted, missingVerdicts, saveOutcomes } from '../../store/check-results.ts'
import { savePartitionScans } from '../../store/partition-scans.ts'
import { endContainerScans, lockContainerScans, type ContainerScanRow } from '../../store/scans.ts'
import { reportSilence } from '../../services/judging/report-silence.ts'
import type { LoadedScan } from '../../services/judging/load-request.ts'
import { savedMeasurements, savedOutcomes } from '../../services/judging/record-evaluation.ts'
import { savedPartition } from '../../services/judging/record-partition.ts'
import { maskedReferences } from '../../services/judging/recording.ts'
import type { StepEnd } from './step-commits.ts'

/** A container of one partition that was read to its end, or of several whose rows were only counted. */
export interface ReadContainer {
  scan: ContainerScanRow
  loaded: LoadedScan
  /** The findings about its schema, made without its rows. */
  schema: Evaluation
  /** The partitions that the source shows now. */
  partitions: readonly Partition[]
  /** Remarks of the source on what it shows; sentences. */
  remarks: readonly string[]
  partition: string
  rows: Evaluation
  /** The findings over all of it. */
  whole: Evaluation
  /** What was read of each partition of one of several, of which `rows` is the sum (default: `partition` alone). */
  parts?: readonly { partition: string; rows: Evaluation }[]
}

/**
 * True when only verdicts and counts are to be written: nothing was found that would have to be recognised or sampled, and
 * no later scan goes on from here. Most containers of most runs end so, and those of one run are written together.
 */
export function isClean({ schema, rows, whole, loaded }: ReadContainer): boolean {
  const found = [schema, rows, whole].some(({ findings }) => findings.length > 0)
  const { increment, logRemarks } = loaded
  return !found && logRemarks.size === 0 && increment.increment === null && increment.files === null
}

/** Writes the clean ends of containers of one run, with a number of statements that does not depend on theirs. */
export async function recordCleanEnds(
  transaction: Queryable,
  environment: Environment,
  ends: readonly ReadContainer[],
): Promise<StepEnd> {
  const scanIds = ends.map(({ scan }) => scan.id)
  await beginEnds(transaction, ends)
  const read = ends.flatMap(({ scan, partition, rows, parts = [{ partition, rows }] }) =>
    parts.map((one) => savedPartition(scan.id, one.partition, scan.start_time, one.rows)),
  )
  const written = await savePartitionScans(transaction, read)
  const partitions = new Map(written.map(({ id, container_scan_id }) => [container_scan_id, id]))
  const outcomes = ends.flatMap(({ scan, schema, rows, whole }) => {
    const over = (partition_scan_id: number | null) => ({ container_scan_id: scan.id, partition_scan_id })
    return [
      ...savedOutcomes(schema, over(null)),
      ...savedOutcomes(rows, over(partitions.get(scan.id) ?? null)),
      ...savedOutcomes(whole, over(null)),
    ]
  })
  await saveOutcomes(transaction, outcomes)
  const measured = ends.flatMap(({ scan, schema, rows, whole }) =>
    [schema, rows, whole].flatMap((evaluation) => savedMeasurements(evaluation, scan.id)),
  )
  await saveMeasurements(transaction, measured)
  await adaptThresholds(transaction, measured)
  await hideSince(
    transaction,
    ends.map(({ scan, loaded }) => ({
      container_id: scan.container_id,
      known: loaded.request.masked_fields,
      references: maskedReferences(loaded.request),
    })),
  )
  await markAsserted(transaction, scanIds)
  const flaws = await flawsOf(transaction, environment, ends)
  return {
    status: {
      partitions_scanned: read.length,
      records_processed: ends.reduce((sum, { rows }) => sum + rows.records_processed, 0),
      containers_analyzed: ends.length - flaws.size,
    },
    partitions: [],
    conclusion: false,
    locked: (transaction) =>
      endContainerScans(
        transaction,
        ends.map(({ scan, rows, whole, remarks }) => ({
          id: scan.id,
          records: rows.records_processed,
          result: flaws.has(scan.id) ? 'failure' : 'success',
          message: flaws.get(scan.id) ?? null,
          remark: remarks.length === 0 ? null : remarks.join(' '),
          statements: whole.statements ?? [],
          modified: whole.modified ?? null,
        })),
      ),
  }
}

/**
 * What every end of a container that was read or counted at once begins with, so that all take their locks in one order. Tables
 * that were cut by the last scan, and are not any more, are one partition again, and files count as they came or grew since
 * the last sync.
 */
export async function beginEnds(
  transaction: Queryable,
  ends: readonly Pick<ReadContainer, 'scan' | 'partitions' | 'partition' | 'parts'>[],
): Promise<void> {
  await lockContainerScans(
    transaction,
    ends.map(({ scan }) => scan.id),
  )
  await lockFindingsOf(
    transaction,
    ends.map(({ scan }) => scan.container_id),
  )
  for (const { scan, partitions, parts } of ends)
    if (parts) await replacePartitions(transaction, scan.container_id, partitions)
  // A file that was only counted has nothing to tell.
  const told = ends.filter(({ partitions, parts }) => partitions.length > 0 && !parts)
  const changed = await containersToCatalogue(
    transaction,
    told.map(({ scan, partition, partitions }) => ({
      name: partition,
      size_bytes: null,
      last_modified: null,
      ...partitions.find(({ name }) => name === partition),
      container_id: scan.container_id,
    })),
  )
  for (const { scan, partitions } of told)
    if (changed.has(scan.container_id)) await replacePartitions(transaction, scan.container_id, partitions)
}

/** Why container scans fail after all, by their ids: every check has a verdict or says why it has none. */
async function flawsOf(
  transaction: Queryable,
  environment: Environment,
  ends: readonly ReadContainer[],
): Promise<Map<number, string>> {
  const due = ends.flatMap(({ scan, loaded }) =>
    loaded.request.checks.map(({ id }) => ({ container_scan_id: scan.id, quality_check_id: id })),
  )
  const silent = Map.groupBy(await missingVerdicts(transaction, due), (one) => one.container_scan_id)
  return new Map(
    [...silent].map(([id, checks]) => [
      id,
      reportSilence(
        environment,
        id,
        checks.map(({ quality_check_id }) => quality_check_id),
        due.filter((one) => one.container_scan_id === id).length,
      ),
    ]),
  )
}
