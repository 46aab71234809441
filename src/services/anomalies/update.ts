import { recordOfAgent } from '../../access/audit.ts'
import { attempt, within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { notFound, ServiceError, invalidMember } from '../../kernel/errors.ts'
import type { AnomalyChange, IdentifiedAnomalyChange } from '../../model/anomaly-record.ts'
import { openTwin, type AnomalyPlace } from '../../store/anomaly-places.ts'
import {
  assigneesOf,
  changeStatus,
  describeAnomaly,
  lockAnomalies,
  replaceAssignees,
  type LockedAnomaly,
} from '../../store/anomaly-triage.ts'
import type { Queryable } from '../../store/pool.ts'
import { isRefusedBy } from '../../store/refusals.ts'
import { replaceTags } from '../../store/tags.ts'
import { beginAgain, ChangedMeanwhile } from '../begin-again.ts'
import { refuseRepeated } from '../refuse-repeated.ts'
import { calledFor, requireUser, holds } from '../users/require.ts'
import { presentAnomalies } from './present.ts'
import { locateAnomaly, requireAnomalies } from './read.ts'

/** Author; Editor to change the description. Absent members stay; an open status restores what was archived. */
export async function updateAnomaly(context: Context, reference: string, change: AnomalyChange) {
  const { id } = await locateAnomaly(context.store.database, reference)
  const [anomaly] = await updateAnomalies(context, [{ ...change, id }], (_index, member) => [member])
  if (!anomaly) throw notFound('anomaly', reference)
  return anomaly
}

/** Where in the body a member of the change at this place of the list stands. */
type PlaceOf = (index: number, member: string) => (string | number)[]

/** Several changes at once, each as `updateAnomaly` makes one, all or none; the answer is in their order. */
export async function updateAnomalies(
  context: Context,
  changes: readonly IdentifiedAnomalyChange[],
  placeOf: PlaceOf = (index, member) => [index, member],
) {
  refuseRepeated('anomaly', changes)
  await beginAgain(() => judgeAndWrite(context, changes, placeOf))
  return presentAnomalies(
    context,
    changes.map(({ id }) => id),
  )
}

async function judgeAndWrite(
  context: Context,
  changes: readonly IdentifiedAnomalyChange[],
  placeOf: PlaceOf,
): Promise<void> {
  const ids = changes.map(({ id }) => id)
  const places = await requireAnomalies(context.store.database, ids)
  const users = await requireUsers(context, changes)
  await requirePermissions(context, places, changes)
  const assigned = await assigneesOf(context.store.database, ids)
  for (const [index, { id, assignee_ids }] of changes.entries()) {
    const known = new Set(assigned.get(id)?.map((person) => person.id))
    const added = users.filter(({ user_id }) => assignee_ids?.includes(user_id) && !known.has(user_id))
    for (const user of added) {
      if (await holds(context, user, places.get(id)?.datastore_id ?? 0, 'Viewer')) continue
      throw invalidMember(
        placeOf(index, 'assignee_ids'),
        `${calledFor(context, user)} needs Viewer on the datastore to be assigned its anomalies.`,
      )
    }
  }
  await writeChanges(context, changes, places)
}

/** Everybody named as an assignee; 404 for somebody who does not exist. */
async function requireUsers(context: Context, changes: readonly IdentifiedAnomalyChange[]) {
  const ids = new Set(changes.flatMap(({ assignee_ids }) => assignee_ids ?? []))
  return Promise.all([...ids].map((id) => requireUser(context, id)))
}

async function requirePermissions(
  context: Context,
  places: ReadonlyMap<number, AnomalyPlace>,
  changes: readonly IdentifiedAnomalyChange[],
): Promise<void> {
  const described = new Map<number, { id: number; isDescribed: boolean }>()
  for (const { id, description } of changes) {
    const place = places.get(id)
    if (!place) continue
    const isDescribed = description !== undefined && description !== place.description
    const before = described.get(place.datastore_id)
    described.set(place.datastore_id, { id, isDescribed: isDescribed || before?.isDescribed === true })
  }
  for (const [datastoreId, { id, isDescribed }] of described) {
    await requireDatastore(context, datastoreId, isDescribed ? 'Editor' : 'Author', ['anomaly', id])
  }
}

async function writeChanges(
  context: Context,
  changes: readonly IdentifiedAnomalyChange[],
  judged: ReadonlyMap<number, AnomalyPlace>,
): Promise<void> {
  await within(context, async (transaction, context) => {
    const ids = changes.map(({ id }) => id)
    const locked = await lockAnomalies(transaction, ids)
    // Who may write it depends on whether it is another description than there is.
    for (const { id, description } of changes)
      if (description !== undefined && locked.get(id)?.description !== judged.get(id)?.description)
        throw new ChangedMeanwhile('anomaly', id)
    try {
      await attempt(context, async () => {
        for (const change of changes) await writeChange(context, transaction, locked.get(change.id), change)
      })
    } catch (error) {
      if (!isRefusedBy('anomalies_open_identity', error)) throw error
      const sentence = await openEqualSentence(transaction, locked.values().toArray())
      throw new ServiceError('conflict', sentence, { cause: error })
    }
    const entry = { action: 'update_anomaly', resource_type: 'anomaly' } as const
    await recordOfAgent(
      context,
      transaction,
      ...changes.map(({ id, ...details }) => ({ ...entry, resource_id: id, details })),
    )
  })
}

async function writeChange(
  context: Context,
  transaction: Queryable,
  anomaly: LockedAnomaly | undefined,
  { id, status, description, tags, assignee_ids }: IdentifiedAnomalyChange,
): Promise<void> {
  if (!anomaly) throw notFound('anomaly', id)
  const now = (await context.clock.now(transaction)).toISOString()
  if (status !== undefined) {
    await changeStatus(transaction, anomaly, status, false, { user_id: context.principal.user_id, now })
  }
  if (description !== undefined && description !== anomaly.description) {
    await describeAnomaly(transaction, id, description)
  }
  if (tags !== undefined) await replaceTags(transaction, 'anomaly_id', id, tags ?? [])
  if (assignee_ids !== undefined) await replaceAssignees(transaction, id, assignee_ids ?? [])
}

/** Why a restored anomaly was refused: what it was about was found again, as another one, while it was archived. */
async function openEqualSentence(database: Queryable, restored: readonly LockedAnomaly[]): Promise<string> {
  for (const anomaly of restored) {
    const twin = await openTwin(database, anomaly)
    if (twin !== undefined) {
      return `The anomaly ${anomaly.id} cannot be restored: the same was found again as the open anomaly ${twin}; archive that one first, or work with it.`
    }
  }
  return 'Two of these anomalies are the same one, found at different times; restore only one of them.'
}
