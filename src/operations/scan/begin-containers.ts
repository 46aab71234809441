import type { HeldSession } from '../../connectors/connector.ts'
import { maskedInReach } from '../../engine/check.ts'
import { withholdingReason } from '../../disclosure/reasons.ts'
import { Aborted, RunFailure } from '../../kernel/errors.ts'
import { commitTogether } from '../../runs/commit-together.ts'
import { notBegun } from '../../runs/not-begun.ts'
import type { Together, UnitWork } from '../../runs/operation.ts'
import { numbersOf } from '../../runs/traced.ts'
import { inSessions } from '../../services/datastores/in-sessions.ts'
import { startContainerScans, type ContainerScanRow } from '../../store/scans.ts'
import { beginIn, orPassOver } from './begin-container.ts'
import { loadScans, type LoadedScan } from '../../services/judging/load-request.ts'
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
  const clean: { work: Work; end: ReadContainer }[] = []
  const [one] = begun
  if (!one) return
  const rest = notBegun(together, begun)
  try {
    await inSessions(environment, begun, {
      placeOf: ({ scan, loaded }) => ({
        datastore_id: scan.datastore_id,
        computation: loaded.request.container.computation ?? null,
      }),
      originOf: ({ scan }) => scan,
      spanOf: ({ input }) => input.environment.span,
      begin: (one) => rest.has(one) && together.begin(one.work),
      signalOf: ({ work }) => work.signal,
      containerOf: ({ loaded }) => loaded.request.container,
      async work(one, session) {
        rest.begin(one)
        await readOne(one, session, (end) => {
          one.input.environment.span?.note(numbersOf({ records_processed: end.rows.records_processed }))
          clean.push({ work: one.work, end })
        })
      },
      async fail(one, error) {
        rest.begin(one)
        await together.fail(one.work, error)
      },
    })
    await commitTogether(together, clean, async (transaction, ends) => {
      const { status, locked } = await recordCleanEnds(transaction, environment, ends)
      return { status, locked }
    })
  } finally {
    await rest.giveBack()
  }
}

async function loadAll(
  together: Together<ScanPayload, object>,
  inputs: ReadonlyMap<Work, StepInput>,
  scans: ReadonlyMap<number, ContainerScanRow>,
): Promise<Begun[]> {
  const found = together.works.flatMap((work) => {
    const input = inputs.get(work)
    const scan = input && scans.get(input.container_scan_id)
    // Without one its run was aborted after the unit was claimed.
    return input && scan ? [{ work, input, scan }] : []
  })
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

async function readOne(
  { input, scan, loaded }: Begun,
  session: HeldSession,
  collectCleanEnd: (end: ReadContainer) => void,
): Promise<void> {
  const { environment, commit } = input
  await orPassOver(scan, commit, () =>
    withholdingReason(maskedInReach(loaded.request), () =>
      beginIn({ environment, scan, loaded, commit }, session, collectCleanEnd),
    ),
  )
}
