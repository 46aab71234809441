import type { Session } from '../connectors/connector.ts'
import { RunFailure } from '../kernel/errors.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Expression, Relation } from '../sql/ast.ts'
import { above, and, atMost, column, isNull, or, select, subquery } from '../sql/build.ts'
import { greatestValue, isBeyondAll } from './greatest-value.ts'
import { keyText, literalOf } from './key-text.ts'
import { oneValue } from './one-value.ts'

/** An incremental scan by a field: only rows whose value lies above what earlier scans read. */
export interface Increment {
  field: string
  /** Text of the greatest value read so far; null: read from the start. */
  above: string | null
  /** Text of the greatest value that counts beside those that stand for ever, where partitions are read at different times; null: no end. */
  up_to?: string | null
}

/** The rows that an incremental scan is about; all of them when the scan is a full one. */
export function newRows(
  relation: Relation,
  increment: Increment | null,
  observed: readonly DiscoveredField[],
): Relation {
  if (increment === null) return relation
  const { above: read, up_to: last = null } = increment
  if (read === null && last === null) return relation
  const field = incrementalField(increment, observed)
  const value = column(field)
  const conditions: Expression[] = []
  if (read !== null) conditions.push(above(value, literalOf(field, read)))
  if (last !== null) {
    const beyond = isBeyondAll(field)
    const inTime = [atMost(value, literalOf(field, last)), ...(beyond === null ? [] : [beyond])]
    // A first scan also reads the rows without a value.
    conditions.push(or(...inTime, ...(read === null ? [isNull(value)] : [])))
  }
  return subquery(select({ items: 'all', from: relation, where: and(...conditions) }))
}

/** Text of the greatest value among the rows that new ones can be above, for the next scan to start from; null for none, or in a full scan. */
export async function highestValue(
  session: Session,
  relation: Relation,
  increment: Increment | null,
  observed: readonly DiscoveredField[],
): Promise<string | null> {
  if (increment === null) return null
  const greatest = greatestValue(incrementalField(increment, observed))
  return keyText(await oneValue(session, relation, greatest))
}

function incrementalField({ field: name }: Increment, observed: readonly DiscoveredField[]): DiscoveredField {
  const field = observed.find((candidate) => candidate.name === name)
  if (field) return field
  throw new RunFailure(
    `Its incremental field "${name}" is gone; choose another one for the container, or run a full scan.`,
  )
}
