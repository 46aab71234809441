import { shownReason } from '../../disclosure/discoveries.ts'
import { policyOf } from '../../disclosure/policies.ts'
import { within } from '../../access/within.ts'
import { recordAudit } from '../../access/audit.ts'
import type { RunContext } from '../../runs/operation.ts'
import { invalidMember } from '../../kernel/errors.ts'
import type { Container, ContainerChange } from '../../model/container-record.ts'
import { lockCatalogue } from '../../store/catalogue.ts'
import { setContainer } from '../../store/containers.ts'
import { lockFindings } from '../../store/identities.ts'
import type { Queryable } from '../../store/pool.ts'
import { replaceTags } from '../../store/tags.ts'
import { refusingDuplicates } from '../../store/refusals.ts'
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
  const row = await requireContainer(context, id, 'Editor')
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
    if (found !== null) {
      await lockCatalogue(transaction, row.datastore_id)
      // Who masks a field waits, so that no reason is written by what was masked before.
      await lockFindings(transaction, id)
    }
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
  return readContainer(context, id)
}

async function noteUnread(transaction: Queryable, id: number, reason: string): Promise<void> {
  const shown = shownReason(reason, await policyOf(transaction, id))
  const status_reason = `The settings of its files changed, and its fields did not follow yet: ${shown} Run a sync.`
  await setContainer(transaction, id, { status: 'changed', status_reason })
}
