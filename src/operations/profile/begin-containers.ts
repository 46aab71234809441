import { withholdingReason } from '../../disclosure/reasons.ts'
import { commitTogether } from '../../runs/commit-together.ts'
import { notBegun } from '../../runs/not-begun.ts'
import type { Together, UnitWork } from '../../runs/operation.ts'
import { inSessions } from '../../services/datastores/in-sessions.ts'
import { findProfiledContainers } from '../../store/profiled-containers.ts'
import { startContainerScans, type ContainerScanRow } from '../../store/scans.ts'
import { beginIn, keepMeasured, type MeasuredContainer } from './begin-container.ts'
import { loadedFrom, type LoadedContainer } from './load-container.ts'
import type { ProfilePayload } from './payload.ts'
import type { StepInput } from './step.ts'

type Work = UnitWork<ProfilePayload, object>

/** A container that is begun together with others. */
interface Begun {
  work: Work
  input: StepInput
  scan: ContainerScanRow
  loaded: LoadedContainer
}

/**
 * The first step of several containers of a run: each is measured in a snapshot of its own, and the source is opened once for all of
 * them where it can go on to a new snapshot. Those of one partition are written together at last.
 */
export async function beginContainers(
  together: Together<ProfilePayload, object>,
  inputOf: (work: Work) => StepInput,
): Promise<void> {
  const begun = await loadAll(together, inputOf)
  const [first] = begun
  if (!first) return
  const rest = notBegun(together, begun)
  const ended: { work: Work; end: MeasuredContainer }[] = []
  try {
    await inSessions(first.input.environment, begun, {
      placeOf: ({ scan, loaded }) => ({
        datastore_id: scan.datastore_id,
        computation: loaded.reference.computation ?? null,
      }),
      originOf: ({ scan }) => scan,
      spanOf: ({ input }) => input.environment.span,
      begin: (one) => rest.has(one) && together.begin(one.work),
      signalOf: ({ work }) => work.signal,
      containerOf: ({ loaded }) => loaded.reference,
      async work(one, session) {
        rest.begin(one)
        const { input, scan: work, loaded } = one
        const { environment, settings, signal, commit } = input
        const end = await withholdingReason(loaded.masked, () =>
          beginIn(session, { work, loaded, settings, environment, signal, commit }),
        )
        if (end) ended.push({ work: one.work, end })
      },
      async fail(one, error) {
        rest.begin(one)
        await together.fail(one.work, error)
      },
    })
    await commitTogether(together, ended, async (transaction, ends) => {
      const { status, locked } = await keepMeasured(transaction, ends)
      return { status, locked }
    })
  } finally {
    await rest.giveBack()
  }
}

async function loadAll(
  together: Together<ProfilePayload, object>,
  inputOf: (work: Work) => StepInput,
): Promise<Begun[]> {
  const inputs = together.works.map((work) => ({ work, input: inputOf(work) }))
  const [first] = inputs
  if (!first) return []
  const { database } = first.input.environment.store
  const ids = inputs.map(({ input }) => input.operation_container_id)
  const scans = await startContainerScans(database, ids)
  const containerIds = [...scans.values()].map(({ container_id }) => container_id)
  const known = await findProfiledContainers(database, containerIds)
  const begun: Begun[] = []
  for (const { work, input } of inputs) {
    const scan = scans.get(input.operation_container_id)
    // Without one its run was aborted after the unit was claimed.
    if (!scan) continue
    try {
      const loaded = loadedFrom(known.get(scan.container_id), input.settings)
      begun.push({ work, input, scan, loaded })
    } catch (error) {
      await together.fail(work, error)
    }
  }
  return begun
}
