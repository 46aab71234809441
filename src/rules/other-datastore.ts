import { invalidMember } from '../kernel/errors.ts'
import type { RuleInput } from './rule.ts'

/** Properties that name another container. */
interface Referring {
  ref_container_id: number
  ref_datastore_id?: number | null
}

/** Refuses a container that is not there, and a datastore id that is not the container's; it may be left out. */
export function refuseOtherDatastore({
  properties,
  referenced,
}: Pick<RuleInput<Referring>, 'properties' | 'referenced'>): void {
  const { ref_container_id: id, ref_datastore_id: given } = properties
  const { datastore_id } = referenced(id, 'ref_container_id')
  if (given != null && given !== datastore_id) {
    throw invalidMember(
      ['properties', 'ref_datastore_id'],
      `The container ${id} is not in the datastore ${given}.`,
    )
  }
}
