import type { HeldSession } from '../../connectors/connector.ts'
import { describeContainer } from '../../engine/describe-container.ts'
import { markProfiled } from '../../store/profiled-containers.ts'
import {
  countContainerScan,
  endContainerScan,
  lockContainerScan,
  saveObservedFields,
} from '../../store/scans.ts'
import { keepFoundFields } from './keep-fields.ts'
import { keepWhole, measureWhole } from './measure-whole.ts'
import { inSession, logRefusals, requestOf, type Step, type StepInput } from './step.ts'

/**
 * First step: looks which fields there are, so that one that is gone becomes missing and one that is back active again. A container
 * of one partition is then measured in the same session; one of several is left to a step per partition and a conclusion.
 */
export function beginContainer(input: StepInput): Promise<void> {
  return inSession(input, beginIn)
}

/** The first step in an open session. */
export async function beginIn(session: HeldSession, step: Step): Promise<void> {
  const { work, loaded } = step
  const { fields, partitions } = await describeContainer(session, loaded.reference, loaded.known_fields)
  const names = partitions.map(({ name }) => name)
  const subjects = names.map((partition) => ({ partition }))
  if (names.length > 1) {
    return step.commit(async (transaction) => {
      await lockContainerScan(transaction, work.id)
      await keepFoundFields(transaction, work.container_id, loaded.reference, fields)
      const locked = () => saveObservedFields(transaction, work.id, fields)
      return { status: {}, partitions: subjects, conclusion: false, locked }
    })
  }
  const measured = await measureWhole(session, step, requestOf(step, fields), partitions)
  await step.commit(async (transaction) => {
    await lockContainerScan(transaction, work.id)
    await keepFoundFields(transaction, work.container_id, loaded.reference, fields)
    await markProfiled(transaction, work.container_id)
    const { records_processed } = measured.whole
    const status = await keepWhole(transaction, step, measured)
    return {
      status: { containers_analyzed: 1, partitions_analyzed: 1, records_processed, ...status },
      partitions: [],
      conclusion: false,
      async locked(transaction) {
        await logRefusals(transaction, step, measured.whole)
        await countContainerScan(transaction, work.id, records_processed)
        await endContainerScan(transaction, work.id, 'success', null)
      },
    }
  })
}
