import type { Queryable } from './pool.ts'

/** Turns on what new checks of these rules need to be measured of the container: who asks how old it is wants its freshness tracked. */
export async function trackFor(
  transaction: Queryable,
  containerId: number,
  ruleTypes: readonly string[],
): Promise<void> {
  if (!ruleTypes.includes('freshness')) return
  await transaction
    .updateTable('containers')
    .set({ freshness_tracking_enabled: true })
    .where('id', '=', containerId)
    .where('freshness_tracking_enabled', '=', false)
    .execute()
}
