import type { Together, UnitWork } from '../../runs/operation.ts'
import { findProfiledContainers } from '../../store/profiled-containers.ts'
import { containerScanHasEnded, startContainerScans, type ContainerScanRow } from '../../store/scans.ts'
import { loadedFrom } from './load-container.ts'
import type { ProfilePayload } from './payload.ts'
import type { Step, StepInput } from './step.ts'

/** A container, or a part of one, that is measured together with others. */
interface Ready<Subject> {
  work: UnitWork<ProfilePayload, Subject>
  scan: ContainerScanRow
  step: Step
}

/** Loads the containers of units of one run; a unit whose container cannot be measured is ended. */
export async function loadAll<Subject extends object>(
  together: Together<ProfilePayload, Subject>,
  inputOf: (work: UnitWork<ProfilePayload, Subject>) => StepInput,
): Promise<Ready<Subject>[]> {
  const inputs = together.works.map((work) => ({ work, input: inputOf(work) }))
  const [first] = inputs
  if (!first) return []
  const { database } = first.input.environment.store
  const ids = inputs.map(({ input }) => input.operation_container_id)
  const scans = await startContainerScans(database, ids)
  const containerIds = [...scans.values()].map(({ container_id }) => container_id)
  const known = await findProfiledContainers(database, containerIds)
  const ready: Ready<Subject>[] = []
  for (const { work, input } of inputs) {
    const scan = scans.get(input.operation_container_id)
    if (!scan) {
      await together.fail(work, containerScanHasEnded())
      continue
    }
    try {
      const loaded = loadedFrom(known.get(scan.container_id), input.settings)
      const { settings, environment, signal, commit } = input
      ready.push({ work, scan, step: { work: scan, loaded, settings, environment, signal, commit } })
    } catch (error) {
      await together.fail(work, error)
    }
  }
  return ready
}
