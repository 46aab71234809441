import { isDeepStrictEqual } from 'node:util'
import { replaceShownFields } from '../../disclosure/masked-by-origin.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { computedFieldsOf } from '../../store/computed-fields.ts'
import { lockFindings } from '../../store/identities.ts'
import type { Queryable } from '../../store/pool.ts'

/**
 * Brings the fields of a container to those that a profile found. `reference` is the container as the profile knew it: a computed
 * field that was made, changed or deleted since then is left as it is now, because the profile did not look at it.
 */
export async function keepFoundFields(
  transaction: Queryable,
  containerId: number,
  { computed_fields: looked = [] }: Pick<ContainerReference, 'computed_fields'>,
  found: readonly DiscoveredField[],
): Promise<void> {
  // Who makes or deletes a computed field waits until this transaction ends.
  await lockFindings(transaction, containerId)
  const now = (await computedFieldsOf(transaction, [containerId])).get(containerId) ?? []
  const changed = (some: typeof now, others: typeof now) =>
    some.filter((one) => !others.some((other) => isDeepStrictEqual(one, other))).map(({ name }) => name)
  const stale = new Set(changed([...looked], now))
  const discovered = found.filter(({ name }) => !stale.has(name))
  await replaceShownFields(transaction, containerId, discovered, new Set(changed(now, [...looked])))
}
