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
  looking: Looking,
  datastoreId: number,
  hidden: ReadonlySet<string>,
): Promise<SyncOutcome['containers']> {
  const outcome: SyncOutcome['containers'] = []
  for (const container of await listComputed(transaction, datastoreId)) {
    const found = await lookAt(transaction, looking, { ...container, datastore_id: datastoreId })
    const change = await keepFound(transaction, container, found)
    const remarks = hidden.has(container.name) ? [hidesOther(container.name)] : []
    outcome.push({ id: container.id, name: container.name, is_kept: true, ...change, remarks })
  }
  return outcome
}

const hidesOther = (name: string): string =>
  `The source has a container called "${name}" too, which is not seen; rename the computed one to see both.`

/** Writes the fields, or why there are none, and says what is new. */
async function keepFound(
  transaction: Queryable,
  { id, container_type, status_reason }: ComputedContainer,
  found: DiscoveredField[] | { reason: string },
): Promise<{ change: 'unchanged' | 'updated'; unloadable: string | null }> {
  const type = { container_type, table_type: null }
  if (Array.isArray(found)) {
    const isChanged = await replaceShownFields(transaction, id, found)
    const status = isChanged ? 'changed' : 'available'
    await updateCatalogued(transaction, id, { ...type, status, status_reason: null })
    return { change: isChanged || status_reason !== null ? 'updated' : 'unchanged', unloadable: null }
  }
  // Who masks a field of it waits, so that no reason is written by what was masked before.
  await lockFindings(transaction, id)
  const unloadable = shownReason(found.reason, await policyOf(transaction, id))
  await updateCatalogued(transaction, id, { ...type, status: 'unloadable', status_reason: unloadable })
  return { change: status_reason === unloadable ? 'unchanged' : 'updated', unloadable }
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
