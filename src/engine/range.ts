import type { DiscoveredField } from '../model/field.ts'
import type { Expression, Relation } from '../sql/ast.ts'
import { and, atLeast, below, column, isNull, or, select, subquery } from '../sql/build.ts'
import { literalOf } from './key-text.ts'

/** A part of a table: the rows whose value of one field lies in a range. The ranges of one cut hold every row exactly once. */
export interface PartitionRange {
  /** The name shown to people, e.g. `order_date 2024-01-01 to 2024-06-30`. */
  name: string
  field: string
  /** Key text of the least value, included; null: no lower bound. */
  from: string | null
  /** Key text of the value that ends it, not included; null: no upper bound. */
  below: string | null
  /** The treatment of rows without a value. */
  missing: 'left out' | 'included' | 'alone'
  /** Greatest value of the incremental field that any of the ranges reads; null in a full scan. */
  up_to: string | null
}

/** The rows of one range. NaN, which counts as the greatest of all where there is one, is in the last. */
export function rowsInRange(
  relation: Relation,
  range: PartitionRange,
  observed: readonly DiscoveredField[],
): Relation {
  const field = observed.find(({ name }) => name === range.field)
  if (!field) throw new Error(`A range of "${range.field}" was made while the container had that field.`)
  const value = column(field)
  const bounds: Expression[] = [
    ...(range.from === null ? [] : [atLeast(value, literalOf(field, range.from))]),
    ...(range.below === null ? [] : [below(value, literalOf(field, range.below))]),
  ]
  const where =
    range.missing === 'alone'
      ? isNull(value)
      : range.missing === 'included'
        ? or(and(...bounds), isNull(value))
        : and(...bounds)
  return subquery(select({ items: 'all', from: relation, where }))
}
