import { isDeepStrictEqual } from 'node:util'
import { shownReason } from '../../disclosure/discoveries.ts'
import { policyOf } from '../../disclosure/policies.ts'
import { within } from '../../access/within.ts'
import { recordAudit } from '../../access/audit.ts'
import type { RunContext } from '../../runs/operation.ts'
import { invalidMember, notFound } from '../../kernel/errors.ts'
import type { Container, ContainerChange } from '../../model/container-record.ts'
import { lockCatalogue } from '../../store/catalogue.ts'
import { lockContainer, setContainer, type ContainerRow } from '../../store/containers.ts'
import { lockFindings } from '../../store/identities.ts'
import type { Queryable } from '../../store/pool.ts'
import { replaceTags } from '../../store/tags.ts'
import { refusingDuplicates } from '../../store/refusals.ts'
import { beginAgain, ChangedMeanwhile } from '../begin-again.ts'
import { applyContainer } from './apply-container.ts'
import { changedFileOptions, lookAgain } from './file-settings.ts'
import { computationEntry, nameTaken } from './create.ts'
import { changedComputation, writeChange } from './update-computation.ts'
import { readContainer, requireContainer } from './read.ts'
import { requireSettings, settingColumns } from './settings.ts'

/** Editor. Absent members stay. Changed file settings are tried on the files at once, and the fields follow them. */
export async function updateContainer(
  context: RunContext,
  id: number,
  change: ContainerChange,
): Promise<Container> {
  await beginAgain(async () => writeChanges(context, await requireContainer(context, id, 'Editor'), change))
  return readContainer(context, id)
}

async function writeChanges(context: RunContext, row: ContainerRow, change: ContainerChange): Promise<void> {
  const { id } = row
  if (change.container_type !== undefined && change.container_type !== row.container_type) {
    throw invalidMember(
      'container_type',
      `"${row.name}" has the container type ${row.container_type}, which cannot change.`,
    )
  }
  await requireSettings(context.store.database, row, change)
  const file_options = changedFileOptions(row, change)
  const found = await lookAgain(context, row, file_options)
  const computation = await changedComputation(context, row, change)
  await within(context, async (transaction, context) => {
    // In the order of syncs, so that neither waits for the other for ever.
    if (found !== null || computation !== null) await lockCatalogue(transaction, row.datastore_id)
    // Who masks a field waits, so that no reason is written by what was masked before, and no masked field is chosen.
    if (found !== null || choosesFields(change)) await lockFindings(transaction, id)
    await lockUnchanged(transaction, row)
    if (choosesFields(change)) await requireSettings(transaction, row, change)
    await refusingDuplicates(nameTaken(change.name ?? row.name), () =>
      setContainer(transaction, id, {
        ...(change.name != null && { name: change.name }),
        ...settingColumns(row, change),
        file_options: JSON.stringify(file_options),
      }),
    )
    if (computation !== null) {
      await writeChange(context, transaction, row, computation, change)
      const name = change.name ?? row.name
      await recordAudit(
        context,
        transaction,
        computationEntry('update_container', id, name, computation.wanted),
      )
    }
    if (typeof found === 'string') await noteUnread(transaction, id, found)
    else if (found !== null) await applyContainer(transaction, row.datastore_id, found)
    if (change.tags !== undefined) await replaceTags(transaction, 'container_id', id, change.tags ?? [])
  })
}

/** True of a change that may name fields which must not be masked. */
const choosesFields = ({ incremental_field_name, partition_field, group_by_fields }: ContainerChange) =>
  [incremental_field_name, partition_field, group_by_fields].some((named) => named != null)

/** What a change is laid over; the rest of a container is written member by member. */
const judged = [
  'name',
  'file_options',
  'computation_text',
  'source_container_id',
  'left_container_id',
  'right_container_id',
  'incremental_field_name',
  'partition_field',
  'group_by_fields',
  'key_fields',
  'source_key_fields',
] as const

/** Nobody else changes the container until the transaction ends. Throws `ChangedMeanwhile` when somebody has done so since it was read. */
async function lockUnchanged(transaction: Queryable, row: ContainerRow): Promise<void> {
  const now = await lockContainer(transaction, row.id)
  if (!now) throw notFound('container', row.id)
  if (judged.some((member) => !isDeepStrictEqual(now[member], row[member])))
    throw new ChangedMeanwhile('container', row.id)
}

async function noteUnread(transaction: Queryable, id: number, reason: string): Promise<void> {
  const shown = shownReason(reason, await policyOf(transaction, id))
  const status_reason = `The settings of its files changed, and its fields did not follow yet: ${shown} Run a sync.`
  await setContainer(transaction, id, { status: 'changed', status_reason })
}
