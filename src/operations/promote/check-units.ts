import { RunFailure } from '../../kernel/errors.ts'
import type { UnitWork } from '../../runs/operation.ts'
import { assessTogether } from '../../services/checks/assess-together.ts'
import { planChecks } from '../../store/promoted-entities.ts'
import { holdRow } from '../../store/hold-row.ts'
import type { CheckPromotion } from './check-payload.ts'
import { decide } from './decide.ts'
import { loadBatch, loadSituation, type Batch } from './load-checks.ts'
import { promotionUnits, type Way } from './promotion-units.ts'
import { planned, writeDecisions } from './write-checks.ts'

/** Checks that are written together: fewer where the store is asked about them, so that little is done again after an interruption. */
const written = { draft: 500, active: 50 }

/** The promotion of checks: the destination's store is asked about conditions only, without reading a row. */
const checks: Way<CheckPromotion> = {
  select: planChecks,
  sizeOf: ({ as_draft }) => written[as_draft ? 'draft' : 'active'],
  async prepare(work, entities) {
    const { environment, operation } = work
    const { payload, triggered_by } = operation
    const loaded = await loadBatch(environment, payload, triggered_by, entities)
    const verdicts = await assess(work, loaded)
    return async (transaction) => {
      // Other promotions into it wait; scans go on.
      await holdRow(transaction, 'containers', payload.destination_container_id)
      const situation = await loadSituation(transaction, payload, loaded, { lock: !payload.dry_run })
      const decisions = decide(loaded.wanted, { ...situation, verdicts })
      if (decisions.some(({ isOpen }) => isOpen))
        throw new RunFailure('The checks of the destination were changed meanwhile.', { retryable: true })
      if (payload.dry_run) return { outcomes: planned(decisions) }
      const place = {
        container_id: payload.destination_container_id,
        editor: triggered_by,
        open: situation.open,
      }
      return { outcomes: await writeDecisions(environment, transaction, decisions, place) }
    }
  },
}

/** The units of a promotion of checks. */
export const units = promotionUnits(checks)

/** Asks the destination's store about all that would be Active, until nothing is left to ask. */
async function assess(
  {
    environment,
    operation: { payload },
    signal,
  }: Pick<UnitWork<CheckPromotion>, 'environment' | 'operation' | 'signal'>,
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
