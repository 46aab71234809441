import { isSuccessful } from '../../runs/conclude-containers.ts'
import type { RunOf, UnitKind } from '../../runs/operation.ts'
import { lockFindingsOf } from '../../store/identities.ts'
import type { Queryable } from '../../store/pool.ts'
import { holdUnit, openUnits } from '../../store/queue/finish.ts'
import { absorbRolledUp, containersWithUnfound, resolvePassedAnomalies } from '../../store/resolution.ts'
import type { ScanPayload } from './payload.ts'

/** Containers whose anomalies are settled in one transaction: each takes a lock of the database, which has not many. */
const groupSize = 50

/** What a scan does about anomalies that it did not find again; neither when it did not read every row. */
function intentions({ payload }: RunOf<ScanPayload>) {
  const readsAll = payload.max_records_analyzed_per_partition === null
  return {
    absorbs: readsAll && payload['incremental'] !== true,
    resolves: readsAll && payload.auto_resolve_passed_anomalies === true,
  }
}

/** Whether the scan has anything to say of anomalies that it did not find again. */
export async function isClosingDue(transaction: Queryable, operation: RunOf<ScanPayload>): Promise<boolean> {
  const { absorbs, resolves } = intentions(operation)
  if (!absorbs && !resolves) return false
  return (await containersWithUnfound(transaction, operation.id, 1)).length > 0
}

/**
 * Says what became of anomalies that the scan did not find again, in transactions that hold no anomalies of a unit: two scans
 * of the same containers would wait for each other. They take the containers' findings in the order of their ids first and
 * the run's row after that, as recording does. Interrupted, it does the rest when it is done again.
 */
export const closeScan: UnitKind<ScanPayload, object> = {
  kind: 'close',
  without_source: true,
  async run({ environment, operation, unit, signal, commit }) {
    const { database } = environment.store
    // One that an abort cancelled waits again with all others when the run is resumed.
    const isLast = (await openUnits(database, operation.id)) === 'one'
    const { absorbs, resolves } = intentions(operation)
    const isSuccess = await isSuccessful(database, operation.id)
    const containers = isLast ? await containersWithUnfound(database, operation.id) : []
    for (let start = 0; start < containers.length && !signal.aborted; start += groupSize) {
      const group = containers.slice(start, start + groupSize)
      await database.transaction().execute(async (transaction) => {
        await lockFindingsOf(transaction, group)
        await holdUnit(transaction, unit)
        if (absorbs) await absorbRolledUp(transaction, operation.id, group)
        if (resolves && isSuccess) await resolvePassedAnomalies(transaction, operation.id, group)
      })
    }
    signal.throwIfAborted()
    await commit(async () => ({}))
  },
  abandon: async () => ({}),
}
