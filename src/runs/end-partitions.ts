import { lockFindingsOf } from '../store/identities.ts'
import { areLastPartitions, failedPartitions } from '../store/partition-scans.ts'
import type { Queryable } from '../store/pool.ts'
import { countContainerScan, lockContainerScans, type ContainerScanRow } from '../store/scans.ts'
import { seed, type Progress, type UnitKind } from './operation.ts'

/** Partitions of one container of a run, which end together. */
export interface EndedPartitions<End> {
  scan: ContainerScanRow
  ends: readonly End[]
}

/** What writing them adds to the numbers of the run. */
interface WrittenPartitions {
  status: Record<string, number> & { records_processed: number }
  /** Writes what belongs into Progress.locked beside the counts (default: nothing). */
  locked?(transaction: Queryable): Promise<void>
}

/**
 * Ends partitions of containers of one run: `write` writes those of one container, and each container of which no other is
 * open gets its conclusion. The locks of all are taken first, in the order that every end of a container keeps to.
 */
export async function endPartitions<Payload, End extends { scan: ContainerScanRow }>(
  transaction: Queryable,
  ends: readonly End[],
  conclude: UnitKind<Payload, object>,
  write: (part: EndedPartitions<End>) => Promise<WrittenPartitions>,
): Promise<Progress> {
  const parts = [...Map.groupBy(ends, ({ scan }) => scan.id).values()].flatMap((some) =>
    some[0] ? [{ scan: some[0].scan, ends: some }] : [],
  )
  const scans = parts.map(({ scan }) => scan)
  await lockContainerScans(
    transaction,
    scans.map(({ id }) => id),
  )
  await lockFindingsOf(
    transaction,
    scans.map(({ container_id }) => container_id),
  )
  const status: Record<string, number> = {}
  const next: NonNullable<Progress['next']> = []
  const locked: NonNullable<Progress['locked']>[] = []
  for (const part of parts) {
    const { id } = part.scan
    const written = await write(part)
    for (const [name, count] of Object.entries(written.status)) status[name] = (status[name] ?? 0) + count
    if (await areLastPartitions(transaction, id, part.ends.length))
      next.push(seed(conclude, {}, { container_scan_id: id }))
    locked.push(async (transaction) => {
      await countContainerScan(transaction, id, written.status.records_processed)
      await written.locked?.(transaction)
    })
  }
  return {
    status,
    next,
    async locked(transaction) {
      for (const writeLocked of locked) await writeLocked(transaction)
    },
  }
}

/** Why a container fails because partitions of it did, with the reason of each; null when none did. */
export async function failureOfPartitions(
  database: Queryable,
  containerScanId: number,
): Promise<string | null> {
  const failed = await failedPartitions(database, containerScanId)
  const reasons = failed.map(
    ({ partition_name, message }) => `${partition_name}: ${message ?? 'unknown reason'}`,
  )
  return failed.length === 0 ? null : `${failed.length} of its partitions failed. ${reasons.join(' ')}`
}
