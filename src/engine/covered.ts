import { cellToNumber } from '../kernel/cell.ts'
import type { Session } from '../connectors/connector.ts'
import type { Relation } from '../sql/ast.ts'
import { failingRows, ofFamily, type PreparedCheck } from './check.ts'
import { findElsewhere, referencesInPlace } from './elsewhere.ts'
import { fails, rowOutcome } from './evaluate-partition.ts'
import type { Evaluation, PartialTotals } from './finding.ts'
import { shapeMessage } from './message.ts'
import { sampleRecords } from './records.ts'
import type { ContainerPlan } from './scan-plan.ts'

/**
 * Judges a check of rows with a coverage below 1 over all ranges of a cut table, from what each of them counted; only one
 * that fails reads rows again, for its sample.
 */
export async function judgeCovered(
  {
    session,
    plan,
    relation,
    evaluation,
  }: { session: Session; plan: ContainerPlan; relation: Relation; evaluation: Evaluation },
  prepared: PreparedCheck,
  parts: readonly PartialTotals[],
): Promise<void> {
  const { request } = plan
  const asserted = parts.reduce((total, part) => total + part.asserted, 0)
  const anomalous = parts.reduce((total, { measures }) => total + cellToNumber(measures['anomalous']), 0)
  const failed = fails(prepared, { asserted, anomalous })
  evaluation.outcomes.push({ ...rowOutcome(prepared, { asserted, anomalous }, failed), rolled_up: failed })
  if (!failed) return
  const { checks } = referencesInPlace(session, { checks: [prepared], request })
  const totals = new Map([[prepared.check.id, { asserted, anomalous, measures: {} }]])
  const pass = { rows: null, totals, unasserted: [] }
  const found = [
    ...ofFamily(checks, 'row'),
    ...(await findElsewhere(session, relation, checks, pass, request)),
  ]
  for (const rowCheck of found) {
    evaluation.findings.push({
      type: 'shape',
      check_id: prepared.check.id,
      partition: null,
      message: shapeMessage(rowCheck, asserted, anomalous),
      message_together: null,
      anomalous_records_count: anomalous,
      records: sampleRecords(session, relation, failingRows(rowCheck), request.source_record_limit),
    })
  }
}
