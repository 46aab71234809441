import { messageOf, ServiceError } from '../kernel/errors.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { CheckDefinition } from '../model/check.ts'
import { ownSql } from '../rules/own-sql.ts'
import { validateCheck } from '../rules/validate.ts'
import { userExpression } from '../sql/build.ts'
import type { Dialect } from '../sql/dialect.ts'
import { bindVariables, checkUserExpression } from '../sql/user-expression.ts'
import type { PreparedCheck, ScanRequest, UnassertedCheck } from './check.ts'
import { maskedInMessage } from '../kernel/masked.ts'
import { computesFromMasked } from './masking.ts'

/**
 * Fits checks to the container as the source shows it now. One that does not fit (a field is gone, its type changed, a
 * variable is missing) becomes unasserted with the reason, and disturbs no other.
 */
export function prepareChecks(
  request: Pick<
    ScanRequest,
    'container' | 'checks' | 'check_variables' | 'now' | 'references' | 'masked_fields'
  >,
  observed: readonly DiscoveredField[],
  dialect: Dialect,
): { prepared: PreparedCheck[]; unasserted: UnassertedCheck[] } {
  const prepared: PreparedCheck[] = []
  const unasserted: UnassertedCheck[] = []
  for (const check of request.checks) {
    try {
      prepared.push(prepareCheck(check, request, observed, dialect))
    } catch (error) {
      unasserted.push({ check, reason: reasonOf(error) })
    }
  }
  return { prepared, unasserted }
}

function prepareCheck(
  check: CheckDefinition,
  {
    container,
    check_variables,
    now,
    references,
    masked_fields,
  }: Pick<ScanRequest, 'container' | 'check_variables' | 'now' | 'references' | 'masked_fields'>,
  observed: readonly DiscoveredField[],
  dialect: Dialect,
): PreparedCheck {
  const bound = (sql: string) => boundExpression(sql, check_variables, dialect)
  // An empty filter filters nothing, as clients send it.
  const boundFilter = check.filter?.trim() ? bound(check.filter) : null
  // SQL of another store is bound where it is run.
  const boundSql = Object.entries(ownSql(check)).map(([name, sql]) => [name, bound(sql)])
  const properties = { ...check.properties, ...Object.fromEntries(boundSql) }
  const isMasked = computesFromMasked({ ...check, properties, filter: boundFilter }, masked_fields)
  const { rule, input } = validateCheck(
    { ...check, properties },
    {
      name: container.name,
      fields: observed,
      excluded_fields: container.excluded_fields ?? [],
      references,
      ...(isMasked && { shown: () => maskedInMessage }),
    },
    now,
  )
  return {
    check: withoutMaskedMessage(check, masked_fields),
    rule,
    input,
    filter: boundFilter === null ? null : userExpression(boundFilter),
  }
}

/** A field for the message does not count while it is masked: the check then says itself what is wrong. */
function withoutMaskedMessage(check: CheckDefinition, masked: ReadonlySet<string>): CheckDefinition {
  const own = check.anomaly_message_field
  return own !== null && masked.has(own) ? { ...check, anomaly_message_field: null } : check
}

/** A person's own SQL with its variables bound, checked for the engine that will run it. */
export function boundExpression(
  sql: string,
  variables: Readonly<Record<string, string>>,
  dialect: Dialect,
): string {
  return checkUserExpression(bindVariables(sql, variables, dialect), dialect)
}

/** A scan looks at the container as it is now, so that another sync would show it nothing new. */
function reasonOf(error: unknown): string {
  if (error instanceof ServiceError && error.violations) {
    const sentences = error.violations.map((violation) => violation.msg).join(' ')
    return `${sentences} Change the check, or put the container right in its source.`
  }
  return `${messageOf(error)} Correct the SQL of the check, or the variables of the scan.`
}
