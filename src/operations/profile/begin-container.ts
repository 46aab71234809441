import type { HeldSession } from '../../connectors/connector.ts'
import { describeContainer } from '../../engine/describe-container.ts'
import type { StepEnd } from '../../runs/container-units.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { lockFindingsOf } from '../../store/identities.ts'
import type { Queryable } from '../../store/pool.ts'
import { markProfiled } from '../../store/profiled-containers.ts'
import {
  endContainerScans,
  lockContainerScan,
  lockContainerScans,
  saveObservedFields,
} from '../../store/scans.ts'
import { keepFoundFields } from './keep-fields.ts'
import { keepWhole, measureWhole, type MeasuredWhole } from './measure-whole.ts'
import {
  inSession,
  logRefusals,
  logUnlearned,
  requestOf,
  type ProfiledPartition,
  type Step,
  type StepInput,
} from './step.ts'

/** A container of one partition that was measured, and has only to be written. */
export interface MeasuredContainer {
  step: Step
  /** The fields that it has. */
  fields: readonly DiscoveredField[]
  measured: MeasuredWhole
}

/**
 * First step: looks which fields there are, so that one that is gone becomes missing and one that is back active again. A container
 * of one partition is then measured in the same session; one of several is left to a step per partition and a conclusion.
 */
export function beginContainer(input: StepInput): Promise<void> {
  return inSession(input, async (session, step) => {
    const measured = await beginIn(session, step)
    if (measured) await step.commit((transaction) => keepMeasured(transaction, [measured]))
  })
}

/** The first step in an open session; what is left to be written, or null where the step has ended. */
export async function beginIn(session: HeldSession, step: Step): Promise<MeasuredContainer | null> {
  const { work, loaded } = step
  const { fields, partitions } = await describeContainer(session, loaded.reference, loaded.known_fields)
  const subjects = partitions.map(({ name }) => ({ partition: name }))
  if (subjects.length <= 1)
    return { step, fields, measured: await measureWhole(session, step, requestOf(step, fields), partitions) }
  await step.commit(async (transaction) => {
    await lockContainerScan(transaction, work.id)
    await keepFoundFields(transaction, work.container_id, loaded.reference, fields)
    const locked = () => saveObservedFields(transaction, work.id, fields)
    return { status: {}, partitions: subjects, conclusion: false, locked }
  })
  return null
}

/** Writes containers of one run that were measured; the status counts them all. */
export async function keepMeasured(
  transaction: Queryable,
  ends: readonly MeasuredContainer[],
): Promise<StepEnd<ProfiledPartition>> {
  const containerIds = ends.map(({ step }) => step.work.container_id)
  await lockContainerScans(
    transaction,
    ends.map(({ step }) => step.work.id),
  )
  await lockFindingsOf(transaction, containerIds)
  await markProfiled(transaction, containerIds)
  const status: Record<string, number> = {
    containers_analyzed: ends.length,
    partitions_analyzed: ends.length,
  }
  for (const { step, fields, measured } of ends) {
    await keepFoundFields(transaction, step.work.container_id, step.loaded.reference, fields)
    const kept = await keepWhole(transaction, step, measured)
    const counts = { ...kept, records_processed: measured.whole.records_processed }
    for (const [name, count] of Object.entries(counts)) status[name] = (status[name] ?? 0) + count
  }
  return {
    status,
    partitions: [],
    conclusion: false,
    async locked(transaction) {
      for (const { step, measured } of ends) {
        await logRefusals(transaction, step, measured.whole)
        await logUnlearned(transaction, step, measured.inferred)
      }
      await endContainerScans(
        transaction,
        ends.map(({ step, measured }) => ({
          id: step.work.id,
          records: measured.whole.records_processed,
          result: 'success',
          message: null,
          remark: null,
          statements: [],
          modified: null,
        })),
      )
    },
  }
}
