import { maskedFields } from '../store/masked-fields.ts'
import type { Queryable } from '../store/pool.ts'
import { Policy } from './policy.ts'

/** The policies of containers for readers who see no masked value, by container id; one that is unknown hides nothing. */
export async function policiesOf(
  database: Queryable,
  containerIds: readonly number[],
): Promise<(containerId: number) => Policy> {
  const masked = await maskedFields(database, containerIds)
  return (containerId) => new Policy(masked(containerId))
}

/** The same for one container; null for one that is not known yet. */
export async function policyOf(database: Queryable, containerId: number | null): Promise<Policy> {
  if (containerId === null) return new Policy([])
  return (await policiesOf(database, [containerId]))(containerId)
}
