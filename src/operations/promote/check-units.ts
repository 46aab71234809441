import { RunFailure } from '../../kernel/errors.ts'
import { seed, type Progress, type UnitKind, type UnitWork } from '../../runs/operation.ts'
import { assessTogether } from '../../services/checks/assess-together.ts'
import { addToStatus } from '../../store/operations.ts'
import type { Queryable } from '../../store/pool.ts'
import {
  countOutcomes,
  nextEntities,
  planChecks,
  saveOutcomes,
  type EntityOutcome,
} from '../../store/promoted-entities.ts'
import { lockDestination } from '../../store/promoted-checks.ts'
import type { CheckPromotion } from './check-payload.ts'
import { batchKind } from './control.ts'
import { decide } from './decide.ts'
import { loadBatch, loadSituation, type Batch } from './load-checks.ts'
import { planned, writeDecisions } from './write-checks.ts'

/** Checks that are written together: fewer where the store is asked about them, so that little is done again after an interruption. */
const written = { draft: 500, active: 50 }

/** How many checks a batch takes; null: all that are left. */
interface Size {
  size: number | null
}

/** Selects the checks. */
export const plan: UnitKind<CheckPromotion, object> = {
  kind: 'plan',
  without_source: true,
  run({ operation: { id, payload }, commit }) {
    // The checks of a plan must see what those before them would become, and nothing of that is written.
    const size = payload.dry_run ? null : written[payload.as_draft ? 'draft' : 'active']
    return commit(async () => ({
      async locked(transaction) {
        await addToStatus(transaction, id, { total: await planChecks(transaction, id, payload) })
      },
      next: [seed(batch, { size })],
    }))
  },
  abandon: async () => ({}),
}

/** Promotes the next checks in their order; it asks the destination's store about conditions only, without reading a row. */
export const batch: UnitKind<CheckPromotion, Size> = {
  kind: batchKind,
  without_source: true,
  async run(work) {
    const { environment, operation, unit, commit } = work
    const { payload, triggered_by } = operation
    const { size } = unit.subject
    const entities = await nextEntities(environment.store.database, operation.id, size)
    const loaded = await loadBatch(environment, payload, triggered_by, entities)
    const verdicts = await assess(work, loaded)
    await commit(async (transaction) => {
      await lockDestination(transaction, payload.destination_container_id)
      const situation = await loadSituation(transaction, payload, loaded, { lock: !payload.dry_run })
      const decisions = decide(loaded.wanted, { ...situation, verdicts })
      if (decisions.some(({ isOpen }) => isOpen))
        throw new RunFailure('The checks of the destination were changed meanwhile.', { retryable: true })
      const place = {
        container_id: payload.destination_container_id,
        editor: triggered_by,
        open: situation.open,
      }
      const outcomes = payload.dry_run
        ? planned(decisions)
        : await writeDecisions(environment, transaction, decisions, place)
      return progressOf(transaction, operation.id, outcomes, size)
    })
  },
  async abandon(transaction, { operation_id, subject: { size } }, message) {
    const entities = await nextEntities(transaction, operation_id, size)
    const outcomes = entities.map(({ id }) => ({
      id,
      result: 'failed' as const,
      destination_entity_id: null,
      message,
      changes: null,
    }))
    return progressOf(transaction, operation_id, outcomes, size)
  },
}

/** Asks the destination's store about all that would be Active, until nothing is left to ask. */
async function assess(
  { environment, operation: { payload }, signal }: UnitWork<CheckPromotion, Size>,
  loaded: Batch,
): Promise<Map<number, string | null>> {
  const verdicts = new Map<number, string | null>()
  const situation = await loadSituation(environment.store.database, payload, loaded, { lock: false })
  for (;;) {
    const asked = decide(loaded.wanted, { ...situation, verdicts }).flatMap(({ isOpen, content, wanted }) =>
      isOpen && content ? [{ id: wanted.source_id, content }] : [],
    )
    if (asked.length === 0) return verdicts
    const contents = asked.map(({ content }) => content)
    const reasons = await assessTogether(environment, loaded.destination, contents, signal)
    for (const [index, { id }] of asked.entries()) verdicts.set(id, reasons[index] ?? null)
  }
}

/** Writes what became of a batch; the next one follows when checks are left. */
async function progressOf(
  transaction: Queryable,
  operationId: number,
  outcomes: readonly (EntityOutcome & { id: number })[],
  size: number | null,
): Promise<Progress> {
  await saveOutcomes(transaction, outcomes)
  const { pending } = await countOutcomes(transaction, operationId)
  const byResult = Map.groupBy(outcomes, ({ result }) => result)
  const status = Object.fromEntries([...byResult].map(([result, group]) => [result, group.length]))
  return { status, next: pending > 0 ? [seed(batch, { size })] : [] }
}
