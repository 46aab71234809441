import type { HeldSession } from '../../connectors/connector.ts'
import {
  profileGroups,
  profilePartitions,
  type MeasuredPart,
  type ProfileRequest,
} from '../../engine/profile/profile-container.ts'
import type { GroupValues } from '../../engine/profile/groups.ts'
import type { Queryable } from '../../store/pool.ts'
import { beginProfile, finishProfile, wholeContainer } from '../../store/profiles.ts'
import { figuresOf, type Step } from './step.ts'

/** The measures of a container as a whole, and of the groups that its settings name. */
export interface MeasuredWhole {
  whole: MeasuredPart
  groups: { values: GroupValues; measured: MeasuredPart }[]
}

/** Measures these partitions together, in one snapshot where the store has them. */
export async function measureWhole(
  session: HeldSession,
  { loaded }: Step,
  request: ProfileRequest,
  partitions: readonly string[],
): Promise<MeasuredWhole> {
  const whole = await profilePartitions(session, request, partitions)
  const groups: MeasuredWhole['groups'] = []
  for (const grouping of loaded.group_by_fields)
    for await (const group of profileGroups(session, request, partitions, grouping)) groups.push(group)
  return { whole, groups }
}

/** Writes them; the number of fields of the whole. */
export async function keepWhole(
  transaction: Queryable,
  { work }: Step,
  { whole, groups }: MeasuredWhole,
): Promise<number> {
  const of = { operation_container_id: work.id, container_id: work.container_id }
  const id = await beginProfile(transaction, of, wholeContainer, null)
  for (const { values, measured } of groups) {
    const part = { partition_name: null, group_values: values }
    await finishProfile(transaction, await beginProfile(transaction, of, part, id), figuresOf(measured))
  }
  return finishProfile(transaction, id, figuresOf(whole))
}
