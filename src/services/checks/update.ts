import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireNamed } from '../../access/require.ts'
import { inMember, invalidMember, notFound, ServiceError } from '../../kernel/errors.ts'
import { isOpenStatus } from '../../model/check.ts'
import type { Check, CheckChange, IdentifiedCheckChange } from '../../model/check-record.ts'
import { changeCheck, findCheck, giveUpTests, lockCheck, type CheckRow } from '../../store/checks.ts'
import { findCheckedContainer } from '../../store/checked-containers.ts'
import type { Queryable } from '../../store/pool.ts'
import { replaceTags } from '../../store/tags.ts'
import { beginAgain, ChangedMeanwhile } from '../begin-again.ts'
import { refuseRepeated } from '../refuse-repeated.ts'
import { requireUser } from '../users/require.ts'
import { assessContent, requireDefaultAssignee, requireOwner } from './assess.ts'
import { changedContent, isSameContent, isSameTest, type CheckContent } from './definition.ts'
import { followsLocked } from './locked-template.ts'
import { presentChecks } from './present.ts'
import { neededFor, presentCheck } from './read.ts'
import { storedContent } from './stored-content.ts'
import { contentColumns, refusingEqual, stampOf } from './write.ts'

/** Author; Drafter is enough for what is and stays a Draft, and to restore to Draft. Absent members stay. */
export async function updateCheck(context: Context, id: number, change: CheckChange): Promise<Check> {
  await beginAgain(async () => writeChanges(context, [await prepareChange(context, id, change)]))
  return presentCheck(context, (await findCheck(context.store.database, id)) as CheckRow)
}

/** Several changes at once, each as `updateCheck` makes one, all or none; the answer is in their order. */
export async function updateChecks(
  context: Context,
  changes: readonly IdentifiedCheckChange[],
): Promise<Check[]> {
  const { database } = context.store
  refuseRepeated('quality check', changes)
  for (const { id } of changes) {
    if (!(await findCheck(database, id))) throw notFound('quality check', id)
  }
  await beginAgain(async () => {
    const prepared: PreparedChange[] = []
    for (const [place, { id, ...change }] of changes.entries())
      prepared.push(await inMember(place, () => prepareChange(context, id, change)))
    await writeChanges(context, prepared)
  })
  const rows = await Promise.all(changes.map(({ id }) => findCheck(database, id)))
  return presentChecks(
    context,
    rows.filter((row) => row !== undefined),
  )
}

/** A change that nothing speaks against, not yet written. */
export interface PreparedChange {
  row: CheckRow
  content: CheckContent
  /** False when the change leaves everything as it was: then no version is made. */
  isChange: boolean
  isSameTest: boolean
  isSameTags: boolean
}

/** Everything that can refuse the change, before anything is written. */
async function prepareChange(context: Context, id: number, change: CheckChange): Promise<PreparedChange> {
  const row = await requireCheckFor(context, id, change)
  refuseImmutable(row, change)
  const prepared = await prepareContent(context, row, change)
  if (row.template_locked === true && row.template_id !== null && !prepared.isSameTest)
    throw new ServiceError('conflict', followsLocked(id, row.template_id))
  return prepared
}

/** What can refuse the content that the change makes; whether the caller may change this check has been asked elsewhere. */
export async function prepareContent(
  context: Context,
  row: CheckRow,
  change: CheckChange,
): Promise<PreparedChange> {
  const stored = await storedContent(context.store.database, row)
  const content = changedContent(stored, change)
  if (content.owner_id !== null && content.owner_id !== row.owner_id) {
    await requireOwner(context, content.owner_id, row.datastore_id)
  }
  const { default_anomaly_assignee_id: assignee } = content
  if (assignee !== null && assignee !== row.default_anomaly_assignee_id)
    await requireDefaultAssignee(context, assignee, row.datastore_id)
  const sameTest = isSameTest(stored, content)
  const sameMessage = stored.anomaly_message_field === content.anomaly_message_field
  // A check whose field has gone may still be described, tagged or paused; it must only not become Active.
  if (!sameTest || !sameMessage || (content.status === 'Active' && row.status !== 'Active')) {
    const container = await findCheckedContainer(context.store.database, context.clock, row.container_id)
    if (!container) throw notFound('quality check', row.id)
    await assessContent(context, container, content)
  }
  return {
    row,
    content,
    isChange: !isSameContent(stored, content),
    isSameTest: sameTest,
    isSameTags: JSON.stringify(stored.tags) === JSON.stringify(content.tags),
  }
}

async function requireCheckFor(context: Context, id: number, change: CheckChange): Promise<CheckRow> {
  const row = await findCheck(context.store.database, id)
  if (!row) throw notFound('quality check', id)
  if (change.owner_id != null) await requireUser(context, change.owner_id)
  if (change.default_anomaly_assignee_id != null)
    await requireUser(context, change.default_anomaly_assignee_id)
  const needed = neededFor(row.status, change.status ?? row.status)
  const datastore = { id: row.datastore_id, name: row.datastore_name }
  await requireNamed(context, datastore, needed, ['quality check', id])
  return row
}

function refuseImmutable(row: CheckRow, change: CheckChange): void {
  const rule = change.rule ?? change.rule_type ?? row.rule_type
  if (rule !== row.rule_type) {
    throw new ServiceError(
      'conflict',
      `Check ${row.id} has the rule ${row.rule_type}, which cannot change; create another check.`,
    )
  }
  if (change.template_id != null && change.template_id !== row.template_id) {
    throw new ServiceError(
      'conflict',
      `Check ${row.id} comes from ${row.template_id === null ? 'no template' : `the template ${row.template_id}`}, which cannot change; make another check.`,
    )
  }
  if (change.container_id !== undefined && change.container_id !== row.container_id) {
    throw new ServiceError(
      'conflict',
      `Check ${row.id} belongs to "${row.container_name}", which cannot change; create another check.`,
    )
  }
  if (change.status !== undefined && !isOpenStatus(change.status) && change.status !== row.status) {
    throw invalidMember('status', `A check becomes ${change.status} by DELETE, not by an update.`)
  }
}

async function writeChanges(context: Context, prepared: readonly PreparedChange[]): Promise<void> {
  // In one order, so that two bulk changes never wait for each other.
  const changes = prepared
    .filter(({ isChange }) => isChange)
    .toSorted((one, other) => one.row.id - other.row.id)
  const contents = changes.map(({ row, content }) => ({ container_id: row.container_id, content }))
  await refusingEqual(context, contents, () =>
    within(context, async (transaction) => {
      if (changes.length > 1)
        await giveUpTests(
          transaction,
          changes.filter(losesTest).map(({ row }) => row.id),
        )
      for (const change of changes) await writeChange(context, transaction, change)
    }),
  )
}

/** Whether another check may test afterwards what this one tests now. */
const losesTest = ({ row, content, isSameTest }: PreparedChange): boolean =>
  !isSameTest || content.status !== row.status

/** Writes other words for what the check tests already, as a version of its own; its tags stay. Throws as `writeChange`. */
export const rewordCheck = (
  context: Context,
  transaction: Queryable,
  row: CheckRow,
  content: CheckContent,
): Promise<void> =>
  writeChange(context, transaction, { row, content, isChange: true, isSameTest: true, isSameTags: true })

/** Writes one change with its version. Throws `ChangedMeanwhile` when the check is another than the change was prepared for; 404 when it is gone. */
export async function writeChange(
  context: Context,
  transaction: Queryable,
  { row, content, isSameTest, isSameTags }: PreparedChange,
): Promise<void> {
  const columns = {
    ...contentColumns(content),
    // A test that a person changed is theirs from then on.
    inferred: row.inferred && isSameTest,
    retired: false,
    ...(isOpenStatus(content.status) && { deleted_at: null }),
  }
  if (!(await changeCheck(transaction, row, columns, stampOf(context, content)))) {
    if ((await lockCheck(transaction, row.id)) === undefined) throw notFound('quality check', row.id)
    throw new ChangedMeanwhile('quality check', row.id)
  }
  if (!isSameTags) await replaceTags(transaction, 'quality_check_id', row.id, content.tags)
}
