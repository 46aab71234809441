import type { HeldSession } from '../../connectors/connector.ts'
import { maskedInReach } from '../../engine/check.ts'
import { withholdingReason } from '../../disclosure/reasons.ts'
import { Aborted, RunFailure } from '../../kernel/errors.ts'
import type { Together, UnitWork } from '../../runs/operation.ts'
import { readTogether } from '../../services/datastores/read-together.ts'
import {
  containerScanHasEnded,
  startContainerScans,
  unstartContainerScans,
  type ContainerScanRow,
} from '../../store/scans.ts'
import { beginIn, orPassOver } from './begin-container.ts'
import { closingAreas } from '../../services/judging/staging.ts'
import { loadScans, type LoadedScan } from '../../services/judging/load-request.ts'
import { formersOf, type Formers } from './former-scan.ts'
import type { ScanPayload } from './payload.ts'
import { recordCleanEnds, type ReadContainer } from './clean-end.ts'
import type { StepInput } from './step.ts'

type Work = UnitWork<ScanPayload, object>

/** A container that is begun together with others. */
interface Begun {
  work: Work
  input: StepInput
  scan: ContainerScanRow
  loaded: LoadedScan
}

/**
 * The first step of several containers of a run: each is read in a snapshot of its own, in one session where the store can
 * do that. Clean ends are written together at last; every other container is written at once, as if it had come alone.
 */
export async function beginContainers(
  together: Together<ScanPayload, object>,
  inputOf: (work: Work) => StepInput,
): Promise<void> {
  const { works } = together
  const [first] = works
  if (!first) return
  const { environment } = first
  const inputs = new Map(works.map((work) => [work, inputOf(work)]))
  const ids = [...inputs.values()].map(({ container_scan_id }) => container_scan_id)
  const scans = await startContainerScans(environment.store.database, ids)
  const begun = await loadAll(together, inputs, scans)
  const formers = formersOf(
    environment,
    begun.map(({ scan }) => scan),
  )
  await readTogether(together, begun, {
    containerOf: ({ loaded }) => loaded.request.container,
    recordsOf: ({ rows }) => rows.records_processed,
    read: (one, session) => readOne(one, session, formers),
    async write(transaction, ends: readonly ReadContainer[]) {
      const { status, locked } = await recordCleanEnds(transaction, environment, ends)
      return { status, locked }
    },
    undo: (transaction, given) =>
      unstartContainerScans(
        transaction,
        given.map(({ scan }) => scan.id),
      ),
  })
}

async function loadAll(
  together: Together<ScanPayload, object>,
  inputs: ReadonlyMap<Work, StepInput>,
  scans: ReadonlyMap<number, ContainerScanRow>,
): Promise<Begun[]> {
  const found: Omit<Begun, 'loaded'>[] = []
  for (const [work, input] of inputs) {
    const scan = scans.get(input.container_scan_id)
    if (scan) found.push({ work, input, scan })
    else await together.fail(work, containerScanHasEnded())
  }
  const [first] = found
  if (!first) return []
  const loaded = await loadScans(
    first.input.environment,
    found.map(({ scan, work }) => ({ scan, signal: work.signal })),
    first.input.settings,
  )
  const begun: Begun[] = []
  for (const one of found) {
    const request = loaded.get(one.scan.id)
    if (request === undefined || request instanceof RunFailure) await failOne(together, one, request)
    else begun.push({ ...one, loaded: request })
  }
  return begun
}

/** A container that is gone or that the last sync could not read; one without checks is passed over. */
async function failOne(
  together: Together<ScanPayload, object>,
  { work, input, scan }: Omit<Begun, 'loaded'>,
  reason: RunFailure | undefined,
): Promise<void> {
  try {
    await orPassOver(scan, input.commit, async () => {
      throw reason ?? new Aborted()
    })
  } catch (error) {
    await together.fail(work, error)
  }
}

/** The end where it is clean; null: it was written. */
async function readOne(
  { input, scan, loaded }: Begun,
  session: HeldSession,
  formers: Formers,
): Promise<ReadContainer | null> {
  const { environment, commit } = input
  let clean: ReadContainer | null = null
  await orPassOver(scan, commit, () =>
    closingAreas(loaded.request, () =>
      withholdingReason(maskedInReach(loaded.request), () =>
        beginIn({ environment, scan, loaded, commit, formers }, session, (end) => {
          clean = end
        }),
      ),
    ),
  )
  return clean
}
