import { withholdingReason } from '../../disclosure/reasons.ts'
import { endPartitions } from '../../runs/end-partitions.ts'
import type { Together, UnitKind, UnitWork } from '../../runs/operation.ts'
import { readTogether } from '../../services/datastores/read-together.ts'
import { loadAll } from './load-all.ts'
import type { ProfilePayload } from './payload.ts'
import { keepPartitions, measurePartition, type MeasuredPartition } from './profile-partition.ts'
import type { ProfiledPartition, StepInput } from './step.ts'

type Work = UnitWork<ProfilePayload, ProfiledPartition>

/** Several partitions of a run, each measured in a snapshot of its own, and all written together at the end. */
export async function profilePartitions(
  together: Together<ProfilePayload, ProfiledPartition>,
  inputOf: (work: Work) => StepInput,
  conclude: UnitKind<ProfilePayload, object>,
): Promise<void> {
  await readTogether(together, await loadAll(together, inputOf), {
    containerOf: ({ step }) => step.loaded.reference,
    recordsOf: ({ measured }) => measured.records_processed,
    read: ({ work, step }, session): Promise<MeasuredPartition> =>
      withholdingReason(step.loaded.masked, () =>
        measurePartition(session, step, work.unit.subject.partition),
      ),
    write: (transaction, ended: readonly MeasuredPartition[]) =>
      endPartitions(transaction, ended, conclude, ({ scan, ends }) =>
        keepPartitions(transaction, scan, ends),
      ),
  })
}
