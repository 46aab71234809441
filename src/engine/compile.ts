import { StatementRefused, type HeldSession, type Session } from '../connectors/connector.ts'
import { readable, sourceWords } from '../connectors/readable.ts'
import type { CheckDefinition } from '../model/check.ts'
import type { ContainerReference } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Expression, Relation } from '../sql/ast.ts'
import { boolean, call, countWhere, select, text } from '../sql/build.ts'
import { printSelect, type Statement } from '../sql/print.ts'
import type { PreparedCheck, Reference } from './check.ts'
import { familyOf } from './families/table.ts'
import { prepareChecks } from './prepare.ts'
import { allRows } from './relation.ts'

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
  const session = readable(held)
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

/** Statements without a result that make the store look at every condition of the check. */
function trials(
  session: Session,
  container: ContainerReference & { fields: readonly DiscoveredField[] },
  prepared: PreparedCheck,
): Statement[] {
  const from = allRows(session, container, container.fields)
  const trial = (expression: Expression) => {
    const items = [{ expression, alias: 'n' }]
    return printSelect(select({ items, from, where: boolean(false) }), session.dialect)
  }
  const { conditions, aggregates = [] } = familyOf(prepared.rule).tries(prepared)
  return [
    ...conditions.flatMap((condition) => [
      trial(countWhere(condition)),
      ...patternsIn(condition).map((pattern) => patternTrial(session, pattern)),
    ]),
    // They cannot stand inside the count that tries out conditions.
    ...aggregates.map(trial),
  ]
}

/** Engines look at a pattern when they first use it; an empty text makes them. */
function patternTrial(session: Session, pattern: Expression): Statement {
  const items = [{ expression: countWhere(call('matches', text(''), pattern)), alias: 'n' }]
  const from: Relation = { kind: 'store', sql: session.dialect.oneRow }
  return printSelect(select({ items, from }), session.dialect)
}

function patternsIn(expression: Expression): Expression[] {
  switch (expression.kind) {
    case 'call':
      return [
        ...(expression.name === 'matches' ? expression.arguments.slice(1) : []),
        ...expression.arguments.flatMap(patternsIn),
      ]
    case 'and':
    case 'or':
      return expression.operands.flatMap(patternsIn)
    case 'not':
    case 'is_null':
    case 'cast':
      return patternsIn(expression.operand)
    case 'compare':
    case 'arithmetic':
      return [...patternsIn(expression.left), ...patternsIn(expression.right)]
    case 'case':
      return [
        ...patternsIn(expression.when),
        ...patternsIn(expression.value),
        ...patternsIn(expression.otherwise),
      ]
    default:
      return []
  }
}
