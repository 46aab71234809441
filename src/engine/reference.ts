import type { Session } from '../connectors/connector.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { ReferencedValues, ReferenceRule, RowRule } from '../rules/rule.ts'
import type { Expression, Relation, Select } from '../sql/ast.ts'
import { and, column, isNotNull, not, select, userExpression } from '../sql/build.ts'
import type { PreparedCheck, Reference, ScanRequest } from './check.ts'
import { boundExpression } from './prepare.ts'

/** The other container of a reference check. It is there: the check was prepared with it. */
export function referenceOf(
  { input, rule }: PreparedCheck<ReferenceRule>,
  request: ScanRequest,
): { values: ReferencedValues; reference: Reference } {
  const values = rule.values(input)
  const reference = request.references.get(values.container_id)
  if (!reference) throw new Error(`The container ${values.container_id} was not loaded for this scan.`)
  return { values, reference }
}

/**
 * A reference check as a row check, when both containers lie in the datastore that the session is open on: the source
 * compares them itself, in one statement and one snapshot.
 */
export function asRowCheck(
  session: Session,
  prepared: PreparedCheck<ReferenceRule>,
  request: ScanRequest,
): PreparedCheck<RowRule> {
  const { values, reference } = referenceOf(prepared, request)
  const relation = session.relation(reference.container, reference.fields, 'all')
  const filter =
    values.filter === null ? null : boundExpression(values.filter, request.check_variables, session.dialect)
  const value = column(prepared.input.field)
  const isPresent: Expression = {
    kind: 'in_query',
    operands: [value],
    query: valuesOf(relation, values.field, filter),
  }
  const failing = prepared.rule.fails_when === 'present' ? isPresent : not(isPresent)
  return { ...prepared, rule: rowRule(prepared.rule, and(isNotNull(value), failing)) }
}

/** The distinct values that are there, NULL left out: `not in` a list with NULL would never be true. */
export function valuesOf(relation: Relation, field: DiscoveredField, filter: string | null): Select {
  const present = isNotNull(column(field))
  return select({
    items: [{ expression: column(field), alias: 'v' }],
    from: relation,
    where: filter === null ? present : and(userExpression(filter), present),
    group_by: [column(field)],
  })
}

/** The same rule, with a condition that was found elsewhere; `subject` as for row rules. */
export function rowRule(
  rule: Omit<RowRule, 'family' | 'failing' | 'subject' | 'references' | 'validate'>,
  failing: Expression,
  subject: NonNullable<RowRule['subject']> = 'value',
): RowRule {
  const { type, title, description, scope, accepts, properties, says } = rule
  const { filterable, supports_coverage, weight, examples } = rule
  const told = { type, title, description, scope, accepts, properties, says }
  return {
    ...told,
    filterable,
    supports_coverage,
    weight,
    examples,
    subject,
    family: 'row',
    failing: () => failing,
  }
}
