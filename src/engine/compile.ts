import { StatementRefused, type HeldSession, type Session } from '../connectors/connector.ts'
import { sourceWords } from '../connectors/readable.ts'
import { messageOf } from '../kernel/errors.ts'
import type { CheckDefinition } from '../model/check.ts'
import type { ContainerReference } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
import { rules } from '../rules/registry.ts'
import type { Expression, Relation } from '../sql/ast.ts'
import { boolean, call, count, countWhere, select, text, userExpression } from '../sql/build.ts'
import { partsOf } from '../sql/conditions.ts'
import { printSelect, type Statement } from '../sql/print.ts'
import { variablesIn } from '../sql/user-expression.ts'
import type { PreparedCheck, Reference } from './check.ts'
import { familyOf } from './families/table.ts'
import { withQueriesBeneath } from './pass/queries-beneath.ts'
import { boundExpression, prepareChecks } from './prepare.ts'
import { allRows } from './relation.ts'
import { rowless } from './rowless-session.ts'

/**
 * Asks the store itself whether a check's filter and expressions make sense, without reading a row. Returns null, or the
 * store's reason against it; a store that cannot be asked is no reason, and what it throws passes. Variables must be bound
 * before, see `variablesIn`.
 */
export async function compileCheck(
  held: HeldSession,
  container: ContainerReference & { fields: readonly DiscoveredField[] },
  check: CheckDefinition,
  now: string,
  references: ReadonlyMap<number, Reference> = new Map(),
): Promise<string | null> {
  const session = rowless(held)
  const { prepared, unasserted } = prepareChecks(
    { container, checks: [check], check_variables: {}, now, references, masked_fields: new Set() },
    container.fields,
    session.dialect,
  )
  const [first] = prepared
  if (!first) return unasserted[0]?.reason ?? null
  try {
    for (const statement of trials(session, container, first)) await session.query(statement)
    return null
  } catch (error) {
    if (error instanceof StatementRefused) return sourceWords(error)
    throw error
  }
}

/** A property with SQL about the other container of a check, and why the store refuses it. */
export interface RefusedProperty {
  member: string
  reason: string
}

/** Asks the store of the other container about the SQL that the check has for it, as `compileCheck` asks its own; null when nothing is against it. Properties with variables are passed over. */
export async function compileReferenced(
  held: HeldSession,
  { rule_type, properties }: Pick<CheckDefinition, 'rule_type' | 'properties'>,
  references: ReadonlyMap<number, Reference>,
): Promise<RefusedProperty | null> {
  const rule = rules.find(rule_type)
  const [id = 0] = rule?.references?.(properties) ?? []
  const reference = references.get(id)
  const { referenced = [], conditions = [] } = rule?.sql_properties ?? {}
  const written = referenced.flatMap((member) => {
    const sql = properties[member]
    return typeof sql === 'string' && sql.trim() !== '' ? [{ member, sql }] : []
  })
  if (!reference || written.length === 0) return null
  const ask = async (of: HeldSession): Promise<RefusedProperty | null> => {
    const session = rowless(of)
    for (const { member, sql } of written) {
      const reason = await reasonAgainst(session, reference, sql, conditions.includes(member))
      if (reason !== null) return { member, reason }
    }
    return null
  }
  return reference.open === null ? ask(held) : reference.open(ask)
}

async function reasonAgainst(
  session: Session,
  { container, fields }: Reference,
  sql: string,
  isCondition: boolean,
): Promise<string | null> {
  const written = expressionOrReason(sql, session)
  if (written === null || typeof written === 'string') return written
  const tried = isCondition ? countWhere(written) : written
  try {
    await session.query(trial(session, allRows(session, container, fields), [tried]))
    return null
  } catch (error) {
    if (error instanceof StatementRefused) return sourceWords(error)
    throw error
  }
}

/** The expression, the reason why it cannot be one, or null where it waits for variables. */
function expressionOrReason(sql: string, { dialect }: Session): Expression | string | null {
  try {
    return variablesIn(sql, dialect).length > 0 ? null : userExpression(boundExpression(sql, {}, dialect))
  } catch (error) {
    return messageOf(error)
  }
}

/** A check among others, and why the store refuses it. */
export interface Refusal {
  check: CheckDefinition
  reason: string
}

/**
 * Does what `compileCheck` does for several checks with one statement, and a second one where there are patterns; only when those are
 * refused is each check tried by itself. Answers with the checks that are refused.
 */
export async function compileChecks(
  held: HeldSession,
  container: ContainerReference & { fields: readonly DiscoveredField[] },
  checks: readonly CheckDefinition[],
  now: string,
  references: ReadonlyMap<number, Reference>,
): Promise<Refusal[]> {
  const session = rowless(held)
  const { prepared, unasserted } = prepareChecks(
    { container, checks: [...checks], check_variables: {}, now, references, masked_fields: new Set() },
    container.fields,
    session.dialect,
  )
  const from = allRows(session, container, container.fields)
  const tried = prepared.map(expressionsOf)
  const whole = {
    conditions: tried.flatMap(({ conditions }) => conditions),
    patterns: tried.flatMap(({ patterns }) => patterns),
  }
  const together = [
    ...(whole.conditions.length > 0 ? [trial(session, from, whole.conditions)] : []),
    ...(whole.patterns.length > 0 ? [patternTrial(session, whole.patterns)] : []),
  ]
  if (await isTaken(session, together)) return unasserted
  const refusals: Refusal[] = [...unasserted]
  for (const { check } of prepared) {
    const reason = await compileCheck(held, container, check, now, references)
    if (reason !== null) refusals.push({ check, reason })
  }
  return refusals
}

async function isTaken(session: Session, statements: readonly Statement[]): Promise<boolean> {
  try {
    for (const statement of statements) await session.query(statement)
    return true
  } catch (error) {
    if (error instanceof StatementRefused) return false
    throw error
  }
}

/** Statements without a result that make the store look at every condition of the check. */
function trials(
  session: Session,
  container: ContainerReference & { fields: readonly DiscoveredField[] },
  prepared: PreparedCheck,
): Statement[] {
  const from = allRows(session, container, container.fields)
  const { conditions, patterns } = expressionsOf(prepared)
  return [
    ...conditions.map((condition) => trial(session, from, [condition])),
    ...patterns.map((pattern) => patternTrial(session, [pattern])),
  ]
}

/** What the store is to look at: expressions over the rows, and the patterns in them. */
function expressionsOf(prepared: PreparedCheck): { conditions: Expression[]; patterns: Expression[] } {
  const { conditions, aggregates = [] } = familyOf(prepared.rule).tries(prepared)
  return {
    // Aggregates cannot stand inside the count that tries out conditions.
    conditions: [...conditions.map(countWhere), ...aggregates],
    patterns: conditions.flatMap(patternsIn),
  }
}

const aliased = (expressions: readonly Expression[]) =>
  expressions.map((expression, index) => ({ expression, alias: `n${index}` }))

/** A count stands beside the expressions, so that an engine refuses one that is over single rows where an aggregate is wanted. */
function trial(session: Session, from: Relation, expressions: readonly Expression[]): Statement {
  const asked = { items: aliased([...expressions, count('rows')]), from }
  const counting = withQueriesBeneath(asked, session.dialect)
  return printSelect(
    select({ ...counting, items: [...counting.items], where: boolean(false) }),
    session.dialect,
  )
}

/** Engines look at a pattern when they first use it; an empty text makes them. */
function patternTrial(session: Session, patterns: readonly Expression[]): Statement {
  const items = aliased(patterns.map((pattern) => countWhere(call('matches', text(''), pattern))))
  const from: Relation = { kind: 'store', sql: session.dialect.oneRow }
  return printSelect(select({ items, from }), session.dialect)
}

const patternsIn = (condition: Expression): Expression[] =>
  partsOf(condition).flatMap((part) =>
    part.kind === 'call' && part.name === 'matches' ? part.arguments.slice(1) : [],
  )
