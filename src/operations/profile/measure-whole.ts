import { StatementRefused, type HeldSession } from '../../connectors/connector.ts'
import type { Inferred } from '../../engine/inference/infer-checks.ts'
import {
  profileGroups,
  profilePartitions,
  type MeasuredPart,
  type ProfileRequest,
} from '../../engine/profile/profile-container.ts'
import type { GroupValues } from '../../engine/profile/groups.ts'
import { newestMoment } from '../../engine/profile/newest-moment.ts'
import type { Partition } from '../../model/container.ts'
import { keepInferred } from '../../services/checks/keep-inferred.ts'
import type { Queryable } from '../../store/pool.ts'
import { beginProfile, finishProfile, noteInference, wholeContainer } from '../../store/profiles.ts'
import { infer, levelOf } from './infer.ts'
import { figuresOf, type Step } from './step.ts'

/** The measures of a container as a whole, and of the groups that its settings name. */
export interface MeasuredWhole {
  whole: MeasuredPart
  groups: { values: GroupValues; measured: MeasuredPart }[]
  /** The checks that were found, or why the source did not show the rows to learn from; null: none were looked for, or too few rows are there. */
  inferred: Inferred | StatementRefused | null
  /** ISO 8601 UTC; null where the source does not say. */
  last_modified: string | null
}

/** Measures these partitions together, in one snapshot where the store has them. */
export async function measureWhole(
  session: HeldSession,
  step: Step,
  request: ProfileRequest,
  partitions: readonly Pick<Partition, 'name' | 'last_modified'>[],
): Promise<MeasuredWhole> {
  const { loaded } = step
  const names = partitions.map(({ name }) => name)
  const whole = await profilePartitions(session, request, names)
  const groups: MeasuredWhole['groups'] = []
  for (const grouping of loaded.group_by_fields)
    for await (const group of profileGroups(session, request, names, grouping)) groups.push(group)
  const modified = partitions.flatMap(({ last_modified: time }) => time ?? []).sort()
  const last_modified =
    modified.at(-1) ?? (await newestMoment(session, request, whole, loaded.incremental_field))
  const inferred = await infer(session, step, request, names, { whole, last_modified })
  return { whole, groups, inferred, last_modified }
}

/** Writes them; numbers for the status of the run. */
export async function keepWhole(
  transaction: Queryable,
  { work, settings, environment }: Step,
  { whole, groups, inferred, last_modified }: MeasuredWhole,
): Promise<Record<string, number>> {
  const of = { operation_container_id: work.id, container_id: work.container_id }
  const id = await beginProfile(transaction, of, wholeContainer, null)
  for (const { values, measured } of groups) {
    const part = { partition_name: null, group_values: values }
    await finishProfile(transaction, await beginProfile(transaction, of, part, id), figuresOf(measured))
  }
  const fields_profiled = await finishProfile(transaction, id, figuresOf(whole))
  const isFound = inferred !== null && !(inferred instanceof StatementRefused)
  const { in_force, added, updated } = isFound
    ? await keepInferred(environment, transaction, work.container_id, inferred, {
        level: levelOf(settings),
        as_draft: settings.infer_as_draft,
      })
    : { in_force: 0, added: 0, updated: 0 }
  await noteInference(transaction, id, { checks_synchronized: in_force, last_modified })
  return { fields_profiled, checks_synchronized: in_force, checks_added: added, checks_updated: updated }
}
