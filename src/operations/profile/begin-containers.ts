import { withholdingReason } from '../../disclosure/reasons.ts'
import type { Together, UnitWork } from '../../runs/operation.ts'
import { readTogether } from '../../services/datastores/read-together.ts'
import { unstartContainerScans } from '../../store/scans.ts'
import { beginIn, keepMeasured, type MeasuredContainer } from './begin-container.ts'
import { loadAll } from './load-all.ts'
import type { ProfilePayload } from './payload.ts'
import type { StepInput } from './step.ts'

/** The first step of several containers of a run; those of one partition are written together, at the end. */
export async function beginContainers(
  together: Together<ProfilePayload, object>,
  inputOf: (work: UnitWork<ProfilePayload, object>) => StepInput,
): Promise<void> {
  await readTogether(together, await loadAll(together, inputOf), {
    containerOf: ({ step }) => step.loaded.reference,
    recordsOf: ({ measured }) => measured.whole.records_processed,
    read: ({ step }, session) => withholdingReason(step.loaded.masked, () => beginIn(session, step)),
    async write(transaction, ends: readonly MeasuredContainer[]) {
      const { status, locked } = await keepMeasured(transaction, ends)
      return { status, locked }
    },
    undo: (transaction, given) =>
      unstartContainerScans(
        transaction,
        given.map(({ scan }) => scan.id),
      ),
  })
}
