import type { NewAuditEntry } from '../access/audit.ts'
import { maskedFields } from '../store/masked-fields.ts'
import { datastoresBehind } from '../store/computations.ts'
import type { Queryable } from '../store/pool.ts'
import { policyOf } from './policies.ts'
import { Policy } from './policy.ts'

/** What an export shows of a container's fields: everything where that was asked for, which `revealEntries` notes. */
export async function exportPolicy(
  database: Queryable,
  containerId: number,
  include_masked: boolean,
): Promise<Policy> {
  return include_masked && !(await isOverDatastores(database, containerId))
    ? new Policy([])
    : policyOf(database, containerId)
}

/** The entries in the audit log for masked values that an export of these containers shows. */
export async function revealEntries(
  database: Queryable,
  containerIds: readonly number[],
): Promise<NewAuditEntry[]> {
  const masked = await maskedFields(database, containerIds)
  const entries: NewAuditEntry[] = []
  for (const container_id of containerIds) {
    const masked_field_names = [...masked(container_id)]
    if (masked_field_names.length === 0 || (await isOverDatastores(database, container_id))) continue
    entries.push({
      action: 'unmask_field_values',
      resource_type: 'container',
      resource_id: container_id,
      details: { container_id, masked_field_names },
    })
  }
  return entries
}

/** An export is of one datastore: masked values of a join over others stay hidden, whoever asks. */
const isOverDatastores = async (database: Queryable, containerId: number): Promise<boolean> =>
  (await datastoresBehind(database, containerId)).length > 1
