import { maskedInReach } from '../../engine/check.ts'
import { withholdingReason } from '../../disclosure/reasons.ts'
import { RunFailure } from '../../kernel/errors.ts'
import { endPartitions } from '../../runs/end-partitions.ts'
import type { Together, UnitKind, UnitWork } from '../../runs/operation.ts'
import { readTogether } from '../../services/datastores/read-together.ts'
import { loadScans, type LoadedScan } from '../../services/judging/load-request.ts'
import { recordPartitions, type JudgedPartition } from '../../services/judging/record-partition.ts'
import { containerScanHasEnded, startContainerScans, type ContainerScanRow } from '../../store/scans.ts'
import type { ScanPayload } from './payload.ts'
import { endPartition, readPartition } from './scan-partition.ts'
import { stepOf, type StepInput } from './step.ts'
import type { PartitionSubject } from './step-commits.ts'

type Work = UnitWork<ScanPayload, PartitionSubject>

/** A partition that is read together with others, with what its container is judged by. */
interface Ready {
  work: Work
  scan: ContainerScanRow
  loaded: LoadedScan
}

/** A partition in which nothing was found. */
interface CleanPartition extends JudgedPartition {
  scan: ContainerScanRow
  loaded: LoadedScan
}

/**
 * Several partitions of a run, each read in a snapshot of its own. Those in which nothing was found are written together at
 * last; every other one is written at once, as if it had come alone.
 */
export async function scanPartitions(
  together: Together<ScanPayload, PartitionSubject>,
  inputOf: (work: Work) => StepInput,
  conclude: UnitKind<ScanPayload, object>,
): Promise<void> {
  await readTogether(together, await loadAll(together, inputOf), {
    containerOf: ({ loaded }) => loaded.request.container,
    recordsOf: ({ rows }) => rows.records_processed,
    read: ({ work, scan, loaded }, session) =>
      withholdingReason(maskedInReach(loaded.request), async (): Promise<CleanPartition | null> => {
        const { environment, commit } = inputOf(work)
        const scanned = { environment, scan, loaded }
        const read = await readPartition(scanned, work.unit, session)
        if (read.rows.findings.length === 0 && loaded.logRemarks.size === 0) return { scan, loaded, ...read }
        await endPartition(stepOf(scanned, commit), read)
        return null
      }),
    write: (transaction, ended: readonly CleanPartition[]) =>
      endPartitions(transaction, ended, conclude, async ({ scan, ends }) => {
        const loaded = ends[0]?.loaded
        if (!loaded) throw new Error('A container of which partitions end has been loaded.')
        return { status: await recordPartitions(transaction, { scan, loaded, logRemarks: [] }, ends) }
      }),
  })
}

/** Each container is loaded once, however many of its partitions are read. */
async function loadAll(
  together: Together<ScanPayload, PartitionSubject>,
  inputOf: (work: Work) => StepInput,
): Promise<Ready[]> {
  const inputs = together.works.map((work) => ({ work, input: inputOf(work) }))
  const [first] = inputs
  if (!first) return []
  const { environment, settings } = first.input
  const groups = Map.groupBy(inputs, ({ input }) => input.container_scan_id)
  const scans = await startContainerScans(environment.store.database, [...groups.keys()])
  const wanted = [...scans.values()].map((scan) => ({
    scan,
    signal: whenAllAbort((groups.get(scan.id) ?? []).map(({ work }) => work.signal)),
  }))
  const found = await loadScans(environment, wanted, settings)
  const ready: Ready[] = []
  for (const { work, input } of inputs) {
    const scan = scans.get(input.container_scan_id)
    if (!scan) {
      await together.fail(work, containerScanHasEnded())
      continue
    }
    const loaded = found.get(scan.id)
    if (loaded === undefined || loaded instanceof RunFailure)
      await together.fail(work, loaded ?? new Error('Every container scan that is loaded has an answer.'))
    else ready.push({ work, scan, loaded })
  }
  return ready
}

/** Aborts once nobody wants any of the work. */
function whenAllAbort(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController()
  const check = (): void => {
    if (signals.every(({ aborted }) => aborted)) controller.abort(signals[0]?.reason)
  }
  check()
  for (const signal of signals) signal.addEventListener('abort', check, { once: true })
  return controller.signal
}
