import { withheldFailure } from './masking.ts'
import { StatementRefused, type Session } from '../connectors/connector.ts'
import { messageOf, RunFailure, ServiceError } from '../kernel/errors.ts'
import type { ReferenceRule, RowRule, TextRule } from '../rules/rule.ts'
import type { Relation } from '../sql/ast.ts'
import { refusal, type PassResult } from './aggregate.ts'
import { ofFamily, type PreparedCheck, type ScanRequest, type UnassertedCheck } from './check.ts'
import { asRowCheck, referenceOf } from './reference.ts'
import type { ScanPlan } from './scan-plan.ts'
import { compareValues, judgeTexts, type FoundValues } from './values.ts'

/** Turns reference checks into row checks where both containers lie in the scanned datastore; the others stay as they are. */
export function referencesInPlace(
  session: Session,
  { checks, request }: Pick<ScanPlan, 'checks' | 'request'>,
): { checks: PreparedCheck[]; unasserted: UnassertedCheck[] } {
  const unasserted: UnassertedCheck[] = []
  const placed = checks.flatMap((prepared): PreparedCheck[] => {
    const { rule } = prepared
    if (rule.family !== 'reference') return [prepared]
    try {
      const { reference } = referenceOf({ ...prepared, rule }, request)
      return [reference.open === null ? asRowCheck(session, { ...prepared, rule }, request) : prepared]
    } catch (error) {
      unasserted.push({ check: prepared.check, reason: messageOf(error) })
      return []
    }
  })
  return { checks: placed, unasserted }
}

/**
 * Finds the failing values of checks that the source cannot judge by itself, and hands them back as row checks; their
 * failing rows are counted into the totals of the pass. One that fails is unasserted and disturbs no other.
 */
export async function findElsewhere(
  session: Session,
  relation: Relation,
  checks: readonly PreparedCheck[],
  pass: PassResult,
  request: ScanRequest,
): Promise<PreparedCheck<RowRule>[]> {
  const found: PreparedCheck<RowRule>[] = []
  for (const prepared of [...ofFamily(checks, 'reference'), ...ofFamily(checks, 'text')]) {
    const totals = pass.totals.get(prepared.check.id)
    if (!totals) continue
    try {
      const { prepared: judged, anomalous } = await find(session, relation, prepared, request)
      pass.totals.set(judged.check.id, { ...totals, anomalous })
      found.push(judged)
    } catch (error) {
      pass.totals.delete(prepared.check.id)
      pass.unasserted.push({ check: prepared.check, reason: reasonOrThrow(error, request) })
    }
  }
  return found
}

function find(
  session: Session,
  relation: Relation,
  prepared: PreparedCheck<ReferenceRule | TextRule>,
  request: ScanRequest,
): Promise<FoundValues> {
  const { rule } = prepared
  return rule.family === 'text'
    ? judgeTexts(session, relation, { ...prepared, rule }, request)
    : compareValues(session, relation, { ...prepared, rule }, request)
}

/** The reason of a check whose other side refused, is out of reach or cannot be read; anything else is no check's fault. */
export function reasonOrThrow(error: unknown, request: ScanRequest): string {
  if (error instanceof StatementRefused) return refusal(error, request.masked_fields)
  if (error instanceof ServiceError) return `The container that it refers to cannot be read: ${error.message}`
  if (error instanceof RunFailure && !error.retryable)
    return hasMasked(request) ? withheldFailure(error.message) : error.message
  throw error
}

/** Whether the container, or one that its checks refer to, has masked fields. */
function hasMasked({ masked_fields, references }: ScanRequest): boolean {
  return masked_fields.size > 0 || [...references.values()].some((one) => (one.masked_fields?.size ?? 0) > 0)
}
