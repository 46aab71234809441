import type { Session } from '../connectors/connector.ts'
import type { Partition } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { SchemaRule } from '../rules/rule.ts'
import type { Dialect } from '../sql/dialect.ts'
import { ofFamily, type PreparedCheck, type ScanRequest } from './check.ts'
import { noRecords, unassertedOutcome, type CheckOutcome, type Evaluation } from './finding.ts'
import { prepareChecks } from './prepare.ts'

/** A container made ready: what the source shows, the checks that fit it, and the verdict on its schema. */
export interface ScanPlan {
  request: ScanRequest
  observed: readonly DiscoveredField[]
  partitions: Partition[]
  checks: PreparedCheck[]
  /** Verdicts that need no row: schema checks, and checks that do not fit. */
  schema: Evaluation
  /** Why the container must not be read on (a failed expectedSchema), or null. */
  abort_reason: string | null
}

/** The schema step of a scan: looks at the container, fits the checks to it and judges its schema, before any row is read. */
export async function planScan(session: Session, request: ScanRequest): Promise<ScanPlan> {
  const { fields, partitions } = await session.describe(request.container, request.known_fields)
  const modified = partitions.map((partition) => partition.last_modified).filter((time) => time !== null)
  // What the source says now counts, not what it said at the last sync.
  const last_modified = modified.sort().at(-1) ?? request.last_modified
  return { ...planAgainst(session.dialect, { ...request, last_modified }, fields), partitions }
}

/** The same from fields already observed: what a partition of a planned container starts from. */
export function planAgainst(
  dialect: Dialect,
  request: ScanRequest,
  observed: readonly DiscoveredField[],
): Omit<ScanPlan, 'partitions'> {
  const { prepared, unasserted } = prepareChecks(request, observed, dialect)
  const schema: Evaluation = { records_processed: 0, outcomes: [], findings: [], totals: {} }
  schema.outcomes.push(...unasserted.map(({ check, reason }) => unassertedOutcome(check.id, reason)))

  let abortReason: string | null = null
  for (const schemaCheck of ofFamily(prepared, 'schema')) {
    const failure = judgeSchema(schemaCheck, observed, schema)
    if (failure !== null && schemaCheck.rule.aborts_container) {
      abortReason ??= `${request.container.name}: aborted because its schema is not the expected one. ${failure}`
    }
  }
  return { request, observed, checks: prepared, schema, abort_reason: abortReason }
}

/** Adds verdict and finding; returns the message of a failure, else null. */
function judgeSchema(
  prepared: PreparedCheck<SchemaRule>,
  observed: readonly DiscoveredField[],
  into: Evaluation,
): string | null {
  const judgement = prepared.rule.judge(observed, prepared.input)
  const outcome: CheckOutcome = {
    check_id: prepared.check.id,
    assertion_result: judgement.failed ? 'failed' : 'passed',
    assertion_details: null,
    asserted_records: 0,
    anomalous_records: 0,
  }
  into.outcomes.push(outcome)
  if (!judgement.failed) return null
  into.findings.push({
    type: 'shape',
    check_id: prepared.check.id,
    message: judgement.says,
    message_together: null,
    anomalous_records_count: judgement.anomalous_records,
    records: noRecords(),
  })
  return judgement.says
}
