import type { Environment } from '../../access/context.ts'
import { within } from '../../access/within.ts'
import { rules } from '../../rules/registry.ts'
import { lockScores, putOffDatastores, takeCauses } from '../../store/scores/causes.ts'
import { scoreContainers } from '../../store/scores/containers.ts'
import { scoreDatastores } from '../../store/scores/datastores.ts'
import type { FedDimensions } from '../../store/scores/parts.ts'

/** Containers of one transaction: long ones would hold back what deletes their containers. */
const together = 500

/** The dimensions by the rule types that feed them. */
export function fedDimensions(): FedDimensions {
  const feeding = (dimension: keyof FedDimensions) =>
    rules.all().flatMap(({ type, feeds }) => (feeds === dimension ? type : []))
  return {
    conformity: feeding('conformity'),
    precision: feeding('precision'),
    timeliness: feeding('timeliness'),
    volumetrics: feeding('volumetrics'),
  }
}

/** What was computed. */
interface Recomputed {
  containers: number
  /** False when datastores were put off, because containers waited. */
  are_datastores_done: boolean
}

/**
 * Computes some of the scores that there is a cause to compute; there may be more. What is cut off in the middle is done again.
 * Null where there was no cause, and while another process computes them. `puts_off` is false when datastores have waited for
 * long enough for their containers (default: they wait).
 */
export async function recomputeScores(
  environment: Pick<Environment, 'store'>,
  { puts_off = true }: { puts_off?: boolean } = {},
): Promise<Recomputed | null> {
  return within(environment, async (transaction) => {
    if (!(await lockScores(transaction))) return null
    const causes = await takeCauses(transaction, together)
    if (causes === null) return null
    await scoreContainers(transaction, causes.container_ids, fedDimensions())
    // A datastore is computed from all of its containers, and so when none of any is left to be computed.
    const areWaiting = puts_off && (await putOffDatastores(transaction, causes.datastore_ids))
    if (!areWaiting) await scoreDatastores(transaction, causes.datastore_ids)
    return { containers: causes.container_ids.length, are_datastores_done: !areWaiting }
  })
}
