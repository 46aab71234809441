import type { HeldSession } from '../../connectors/connector.ts'
import type { ContainerPlan, KeptVerdict } from '../../engine/container-plan.ts'
import { heldBatches, type ShapeFinding } from '../../engine/finding.ts'
import { shapeIdentity } from '../../engine/fingerprint.ts'
import { verdictRestsOnRows } from '../../engine/unchanged/rests-on-rows.ts'
import { keptRows, type FormerOutcome } from '../../store/former-readings.ts'
import type { Queryable } from '../../store/pool.ts'
import { keptOutcome, loadFormer, mostHeld, type Former } from './former-scan.ts'
import type { Step } from './step.ts'

/**
 * The verdicts over the whole container that an earlier scan reached of exactly these partitions, read with the same; none
 * where a partition is another one, is new or is gone. `states` has every partition that this scan read.
 */
export async function keptVerdicts(
  step: Pick<Step, 'environment' | 'scan' | 'loaded' | 'formers'>,
  session: HeldSession,
  plan: ContainerPlan,
  states: ReadonlyMap<string, string | null>,
): Promise<Map<number, KeptVerdict>> {
  const kept = new Map<number, KeptVerdict>()
  const due = plan.checks.filter((prepared) =>
    verdictRestsOnRows(prepared, { observed: plan.observed, dialect: session.dialect }),
  )
  if (due.length === 0 || [...states.values()].includes(null)) return kept
  const { database } = step.environment.store
  const former = await loadFormer(step)
  if (former === null || former.partitions.size !== states.size) return kept
  for (const [name, state] of states) if (former.partitions.get(name)?.read_state !== state) return kept
  for (const { check } of due) {
    const outcome = former.outcomes.find(
      ({ check_id, partition_scan_id }) => check_id === check.id && partition_scan_id === null,
    )
    if (!outcome || outcome.asserted_records === null) continue
    const finding = await keptFinding(database, former, outcome)
    if (outcome.assertion_result === 'failed' && finding === null) continue
    kept.set(check.id, { outcome: keptOutcome(outcome), finding })
  }
  return kept
}

/** The anomaly of a container as it was found; null when it is not as it was any more, or its rows are too many to hold. */
async function keptFinding(
  database: Queryable,
  { anomalies }: Former,
  { check_id }: FormerOutcome,
): Promise<ShapeFinding | null> {
  const identity = shapeIdentity(check_id, null)
  const anomaly = anomalies.find((one) => one.type === 'shape' && one.identity === identity)
  const message = anomaly?.failed_checks.find((failed) => failed.check_id === check_id)?.message
  if (!anomaly || message === undefined || anomaly.kept_records > mostHeld) return null
  return {
    type: 'shape',
    check_id,
    partition: null,
    message,
    message_together: null,
    named_field: null,
    anomalous_records_count: anomaly.anomalous_records_count,
    records: heldBatches([await keptRows(database, anomaly.id)]),
  }
}
