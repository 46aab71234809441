import { setTimeout as delay } from 'node:timers/promises'
import type { RunOf, UnitKind } from '../../runs/operation.ts'
import { deliver } from '../../services/enrichment/deliver.ts'
import { hasDeliveries, noteLostTry } from '../../store/deliveries.ts'
import type { Queryable } from '../../store/pool.ts'
import type { ScanPayload } from './payload.ts'

/** A run waits so long for its enrichment datastore; after that the rest is written without it, milliseconds. */
const patienceMs = 60_000
/** The pause while another process writes there, milliseconds. */
const pauseMs = 250

/** Whether results wait to be written to an enrichment datastore. */
export const isEnrichmentDue = (transaction: Queryable, { id }: RunOf<ScanPayload>): Promise<boolean> =>
  hasDeliveries(transaction, id)

/**
 * Writes what the scan found into the enrichment datastore, once and for a bounded time. The verdicts are there before, and
 * stay whatever becomes of this: what was not written is kept and tried again later.
 */
export const enrichRun: UnitKind<ScanPayload, object> = {
  kind: 'enrich',
  without_source: true,
  async run({ environment, operation, unit, signal, commit }) {
    const patience = AbortSignal.timeout(patienceMs)
    const within = {
      signal: patience,
      sentence: `The enrichment datastore took longer than ${patienceMs / 1000} seconds: see whether it is busy, or something locks its tables.`,
    }
    // A worker that died over it leaves it to those who try again later.
    const isLeft = unit.claims > 1
    if (isLeft)
      await noteLostTry(
        environment.store.database,
        operation.id,
        'The process that wrote them ended before it was done.',
      )
    for (let isOver = isLeft; !isOver && !patience.aborted;) {
      const delivery = await deliver(environment, operation.id, signal, within)
      if (delivery === 'busy') await delay(pauseMs, null, { signal })
      else isOver = delivery === null || delivery.is_over
    }
    signal.throwIfAborted()
    await commit(async () => ({}))
  },
  abandon: async () => ({}),
}
