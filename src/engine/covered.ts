import { cellToNumber } from '../kernel/cell.ts'
import { failingRows, type PreparedCheck } from './check.ts'
import { fails, rowOutcome } from './evaluate-partition.ts'
import type { Conclusion, RowsFamily } from './families/family.ts'
import type { Evaluation, PartialTotals } from './finding.ts'
import { namedField, shapeMessage } from './message.ts'
import { sampleRecords } from './records.ts'
import type { Rule } from '../rules/rule.ts'

/**
 * Judges a check of rows with a coverage below 1 over all ranges of a cut table, from what each of them counted; only one
 * that fails reads rows again, for its sample.
 */
export async function judgeCovered(
  { session, plan, relation }: Conclusion,
  family: RowsFamily<Rule>,
  prepared: PreparedCheck,
  parts: readonly PartialTotals[],
  into: Evaluation,
): Promise<void> {
  const { request } = plan
  const asserted = parts.reduce((total, part) => total + part.asserted, 0)
  const anomalous = parts.reduce((total, { measures }) => total + cellToNumber(measures['anomalous']), 0)
  const failed = fails(prepared, { asserted, anomalous })
  if (failed) {
    const search = family.search(session, prepared, request)
    const rowCheck = search.by === 'source' ? search.prepared : (await search.find(relation)).prepared
    into.findings.push({
      type: 'shape',
      check_id: prepared.check.id,
      partition: null,
      message: shapeMessage(rowCheck, asserted, anomalous),
      message_together: null,
      named_field: namedField(rowCheck),
      anomalous_records_count: anomalous,
      records: sampleRecords(session, relation, failingRows(rowCheck), request.source_record_limit),
    })
  }
  into.outcomes.push({ ...rowOutcome(prepared, { asserted, anomalous }, failed), rolled_up: failed })
}
