import type { Queryable } from '../store/pool.ts'
import { policiesOf } from './policies.ts'
import { rewriteReferring } from './rewrite-referring.ts'
import { rewriteKept } from './rewrite-kept.ts'

/** A container, and the fields of it that were masked when a scan read which ones are. */
interface ScannedContainer {
  container_id: number
  known: ReadonlySet<string>
  /** The same of the containers that its checks refer to, by their ids. */
  references: ReadonlyMap<number, ReadonlySet<string>>
}

/** Takes out of what scans have written the values of fields that were masked since. */
export async function hideSince(
  transaction: Queryable,
  containers: readonly ScannedContainer[],
): Promise<void> {
  const policyOf = await policiesOf(
    transaction,
    containers.flatMap(({ container_id, references }) => [container_id, ...references.keys()]),
  )
  for (const { container_id, known, references } of containers) {
    const hidden = policyOf(container_id).since(known)
    if (hidden.length > 0) await rewriteKept(transaction, container_id, { hidden, shown: [] })
    for (const [id, knownThere] of references)
      await rewriteReferring(transaction, id, policyOf(id).since(knownThere), container_id)
  }
}
