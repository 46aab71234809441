import type { Session } from '../connectors/connector.ts'
import { RunFailure } from '../kernel/errors.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Expression, Relation, Select } from '../sql/ast.ts'
import {
  above,
  and,
  atMost,
  below,
  caseWhen,
  column,
  isNull,
  number,
  or,
  select,
  subquery,
} from '../sql/build.ts'
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
  /** True when `above` was given with the run (default: it is where an earlier scan came to). */
  is_given?: boolean
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

/** The order in which a cap on records takes new rows, so that those beyond it are for the next scan: the oldest first, those without a value last. */
export function oldestFirst(
  increment: Increment,
  observed: readonly DiscoveredField[],
): NonNullable<Select['order_by']> {
  const value = column(incrementalField(increment, observed))
  return [{ expression: caseWhen(isNull(value), number(1), number(0)) }, { expression: value }]
}

/** Text of the greatest value among the rows that new ones can be above; null for none. With `under` only of those below that value. */
export async function highestValue(
  session: Session,
  relation: Relation,
  increment: Increment,
  observed: readonly DiscoveredField[],
  under: string | null = null,
): Promise<string | null> {
  const field = incrementalField(increment, observed)
  const rows =
    under === null
      ? relation
      : subquery(
          select({ items: 'all', from: relation, where: below(column(field), literalOf(field, under)) }),
        )
  return keyText(await oneValue(session, rows, greatestValue(field)))
}

function incrementalField({ field: name }: Increment, observed: readonly DiscoveredField[]): DiscoveredField {
  const field = observed.find((candidate) => candidate.name === name)
  if (field) return field
  throw new RunFailure(
    `Its incremental field "${name}" is gone; choose another one for the container, or run a full scan.`,
  )
}
