import type { HeldSession } from '../../connectors/connector.ts'
import type { Environment } from '../../access/context.ts'
import { isStaged, withContainerSession } from '../../services/datastores/container-session.ts'
import { shownReason } from '../../disclosure/discoveries.ts'
import { replaceShownFields } from '../../disclosure/masked-by-origin.ts'
import { policyOf } from '../../disclosure/policies.ts'
import { describeContainer } from '../../engine/describe-container.ts'
import { RunFailure } from '../../kernel/errors.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { updateCatalogued } from '../../store/catalogue.ts'
import { computedFieldsOf } from '../../store/computed-fields.ts'
import { computationsOf, listComputed, type ComputedContainer } from '../../store/computations.ts'
import { excludedAmong, fieldsInState, listKnownFields } from '../../store/fields.ts'
import { lockFindings } from '../../store/identities.ts'
import type { Queryable } from '../../store/pool.ts'
import type { SyncOutcome } from './apply-discovered.ts'

/** The open session of the datastore, and what opens one for a join over several: no source is asked about the columns of that. */
interface Looking {
  environment: Environment
  session: HeldSession
  signal: AbortSignal
}

/** Looks at the computed containers of a datastore as their sources are now, those that others read first. */
export async function refreshComputed(
  transaction: Queryable,
  { environment, session, signal }: Looking,
  datastoreId: number,
  hidden: ReadonlySet<string>,
): Promise<SyncOutcome['containers']> {
  const outcome: SyncOutcome['containers'] = []
  for (const container of await listComputed(transaction, datastoreId)) {
    const found = await lookAt(
      transaction,
      { environment, session, signal },
      {
        ...container,
        datastore_id: datastoreId,
      },
    )
    const unloadable = Array.isArray(found) ? null : found.reason
    const isChanged = Array.isArray(found) && (await replaceShownFields(transaction, container.id, found))
    // Who masks a field of it waits, so that no reason is written by what was masked before.
    if (unloadable !== null) await lockFindings(transaction, container.id)
    const shown =
      unloadable === null ? null : shownReason(unloadable, await policyOf(transaction, container.id))
    const state =
      shown === null
        ? ({ status: isChanged ? 'changed' : 'available', status_reason: null } as const)
        : ({ status: 'unloadable', status_reason: shown } as const)
    const isSame = !isChanged && container.status_reason === shown
    await updateCatalogued(transaction, container.id, {
      container_type: container.container_type,
      table_type: null,
      ...state,
    })
    outcome.push({
      id: container.id,
      name: container.name,
      change: isSame ? 'unchanged' : 'updated',
      is_kept: true,
      unloadable: shown,
      remarks: hidden.has(container.name)
        ? [
            `The source has a container called "${container.name}" too, which is not seen; rename the computed one to see both.`,
          ]
        : [],
    })
  }
  return outcome
}

/** The fields that it has now, or why it cannot be computed. */
async function lookAt(
  transaction: Queryable,
  { environment, session, signal }: Looking,
  { id, name, container_type, datastore_id }: ComputedContainer & { datastore_id: number },
): Promise<DiscoveredField[] | { reason: string }> {
  const computation = (await computationsOf(transaction, [id])).get(id) ?? null
  const computed_fields = (await computedFieldsOf(transaction, [id])).get(id) ?? []
  const known = await listKnownFields(transaction, id)
  const excluded_fields = excludedAmong(await fieldsInState(transaction, id, ['excluded']))
  try {
    const reference = {
      name,
      container_type,
      file_options: {},
      computation,
      computed_fields,
      excluded_fields,
    }
    const look = (open: HeldSession) => describeContainer(open, reference, known)
    const found = isStaged(computation)
      ? await withContainerSession(environment, { datastore_id, computation }, signal, look, { rows: 'none' })
      : await look(session)
    return found.fields
  } catch (error) {
    if (error instanceof RunFailure && !error.retryable) return { reason: error.message }
    throw error
  }
}
