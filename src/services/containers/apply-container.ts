import { computedFieldsOf } from '../../store/computed-fields.ts'
import { shownDiscovery } from '../../disclosure/discoveries.ts'
import { replaceShownFields } from '../../disclosure/masked-by-origin.ts'
import { policyOf } from '../../disclosure/policies.ts'
import type { DiscoveredContainer } from '../../connectors/connector.ts'
import {
  findCatalogued,
  insertCatalogued,
  isCut,
  listCheckedFields,
  replacePartitions,
  replaceSourceKey,
  updateCatalogued,
  type CataloguedState,
} from '../../store/catalogue.ts'
import type { Queryable } from '../../store/pool.ts'

/** `updated` covers other fields or partitions, and becoming readable or unreadable. */
export type ContainerChange = 'added' | 'updated' | 'unchanged'

/** Writes one container as it was found; must run in a transaction that holds the lock of the catalogue. */
export async function applyContainer(
  transaction: Queryable,
  datastoreId: number,
  container: DiscoveredContainer,
): Promise<{ id: number; change: ContainerChange; unloadable: string | null; remarks: string[] }> {
  const { name, container_type, table_type, file_layout } = container
  const known = await findCatalogued(transaction, datastoreId, name)
  const policy = await policyOf(transaction, known?.id ?? null)
  const { unloadable, remarks: said } = shownDiscovery(container, policy)
  const state: CataloguedState = {
    container_type,
    table_type,
    status: unloadable === null ? 'available' : 'unloadable',
    status_reason: unloadable,
    ...(unloadable === null && { file_layout: file_layout ?? null }),
  }
  const id = known?.id ?? (await insertCatalogued(transaction, datastoreId, name, state))
  const computed = ((await computedFieldsOf(transaction, [id])).get(id) ?? []).map((field) => field.name)
  const foundFields = container.fields.filter((field) => !computed.includes(field.name))
  const changes = unloadable === null ? await typeChanges(transaction, id, container) : []
  const remarks = [...changes, ...said]
  // The fields of an unreadable container stay: its checks keep their fields until it can be read again.
  const fieldsDiffer =
    unloadable === null && (await replaceShownFields(transaction, id, foundFields, new Set(computed)))
  const partitionsDiffer =
    unloadable === null &&
    // A source does not know how scans cut its tables.
    !(container.container_type === 'table' && (await isCut(transaction, id))) &&
    (await replacePartitions(transaction, id, container.partitions))
  const keyDiffers = unloadable === null && (await replaceSourceKey(transaction, id, container.key ?? null))
  if (!known) return { id, change: 'added', unloadable, remarks }
  if (fieldsDiffer) state.status = 'changed'
  await updateCatalogued(transaction, id, state)
  const isSame =
    !fieldsDiffer &&
    !partitionsDiffer &&
    !keyDiffers &&
    known.container_type === container_type &&
    known.table_type === table_type &&
    known.status_reason === unloadable
  return { id, change: isSame ? 'unchanged' : 'updated', unloadable, remarks }
}

/** A sentence for each field that Active checks name and that has another type than it had: they may not be evaluated any more. */
async function typeChanges(
  transaction: Queryable,
  containerId: number,
  { name, fields }: DiscoveredContainer,
): Promise<string[]> {
  const types = new Map(fields.map((field) => [field.name, field.type]))
  return (await listCheckedFields(transaction, containerId)).flatMap((field) => {
    const type = types.get(field.name)
    if (type === undefined || type === field.type) return []
    const checks = field.checks === 1 ? '1 Active check names it' : `${field.checks} Active checks name it`
    return `The type of "${field.name}" in "${name}" changed from ${field.type} to ${type}, and ${checks}.`
  })
}
