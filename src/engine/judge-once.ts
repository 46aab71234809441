import type { HeldSession } from '../connectors/connector.ts'
import type { ScanRequest } from './check.ts'
import { concludeContainer } from './conclude-container.ts'
import { evaluatePartition } from './evaluate-partition.ts'
import type { CheckOutcome, Evaluation, RecordFinding, ShapeFinding, SourceRecord } from './finding.ts'
import { planScan } from './scan-plan.ts'

/** A shape finding with its rows read, so that it outlives the session. */
interface ReadShape extends Omit<ShapeFinding, 'records'> {
  records: SourceRecord[]
}

/** What the checks of a request say of their container as it is now. */
export interface JudgedOnce {
  records_processed: number
  /** True when a partition has more rows than were read of it. */
  is_capped: boolean
  /** One for each check. */
  outcomes: Map<number, CheckOutcome>
  records: RecordFinding[]
  shapes: ReadShape[]
  /** What a scan would say in its log; sentences. */
  remarks: string[]
}

/** Judges the checks by the steps of a scan, one partition after the other in one session, and keeps nothing. */
export async function judgeOnce(session: HeldSession, request: ScanRequest): Promise<JudgedOnce> {
  const plan = await planScan(session, request)
  const judged: JudgedOnce = {
    records_processed: 0,
    is_capped: false,
    outcomes: new Map(),
    records: [],
    shapes: [],
    remarks: plan.remarks,
  }
  await add(judged, plan.schema, request)
  if (plan.abort_reason !== null) return judged
  const totals: Evaluation['totals'][] = []
  for (const { name } of plan.partitions) {
    const rows = await evaluatePartition(session, plan, name)
    totals.push(rows.totals)
    judged.records_processed += rows.records_processed
    judged.is_capped ||= request.record_cap !== null && rows.records_processed >= request.record_cap
    await add(judged, rows, request)
  }
  await add(judged, await concludeContainer(session, plan, totals), request)
  return judged
}

async function add(
  into: JudgedOnce,
  { outcomes, findings }: Evaluation,
  request: ScanRequest,
): Promise<void> {
  for (const outcome of outcomes)
    into.outcomes.set(outcome.check_id, joined(into.outcomes.get(outcome.check_id), outcome))
  for (const finding of findings) {
    if (finding.type === 'record') into.records.push(finding)
    else await addShape(into.shapes, finding, request.source_record_limit)
  }
}

/** The verdict on a check over several partitions: one that fails anywhere fails, and one that cannot be judged somewhere is unasserted. */
function joined(earlier: CheckOutcome | undefined, outcome: CheckOutcome): CheckOutcome {
  if (earlier === undefined) return outcome
  const worse = weightOf(outcome) > weightOf(earlier) ? outcome : earlier
  const sum = (one: number | null, other: number | null) =>
    one === null && other === null ? null : (one ?? 0) + (other ?? 0)
  return {
    check_id: outcome.check_id,
    assertion_result: worse.assertion_result,
    assertion_details: worse.assertion_details,
    asserted_records: sum(earlier.asserted_records, outcome.asserted_records),
    anomalous_records: sum(earlier.anomalous_records, outcome.anomalous_records),
  }
}

/** Without rows a part says nothing; without an answer it leaves only a failure elsewhere standing. */
function weightOf({ assertion_result, asserted_records }: CheckOutcome): number {
  if (assertion_result === 'failed') return 3
  if (assertion_result === 'unasserted') return asserted_records === null ? 2 : 0
  return 1
}

/** Partitions share the anomaly of a check, as they do in a scan: counts add up, and the rows fill up to the limit. */
async function addShape(
  shapes: ReadShape[],
  { records, ...finding }: ShapeFinding,
  limit: number,
): Promise<void> {
  const same = shapes.find(
    ({ check_id, partition }) => check_id === finding.check_id && partition === finding.partition,
  )
  const rows = same?.records ?? []
  if (rows.length < limit) {
    for await (const batch of records) {
      rows.push(...batch.slice(0, limit - rows.length))
      if (rows.length >= limit) break
    }
  }
  if (same === undefined) {
    shapes.push({ ...finding, records: rows })
    return
  }
  const { anomalous_records_count: before } = same
  const { anomalous_records_count: more, message_together } = finding
  if (before === null || more === null) return
  same.anomalous_records_count = before + more
  if (message_together) same.message = message_together(before + more)
}
