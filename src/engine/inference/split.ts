import type { FieldMetrics } from '../../model/field-profile.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Expression } from '../../sql/ast.ts'
import { and, atLeast, below, call, column, number } from '../../sql/build.ts'

/** The rows to learn from, and those that are held out to test what was learned: conditions that no row fulfils both. */
export interface Split {
  learned: Expression
  held_out: Expression
}

/** The share of the rows that is held out, from 0 to 1, and how many rows that are at most. */
export interface HeldOut {
  share: number
  most: number
}

/** Fields that say in which part a row is: enough to spread rows evenly, and few enough to be read quickly. */
const mostKeys = 3

/** More rows to learn from make no better bounds. */
export const mostLearned = 20_000

/**
 * Parts the rows by the values of the fields with the most of them, so that the same rows fall into the same part in every statement
 * and in every profile. Null where nothing differs.
 */
export function splitOf(
  fields: readonly { field: DiscoveredField; metrics: FieldMetrics }[],
  rows: number,
  { share, most }: HeldOut,
): Split | null {
  const keys = fields
    .filter(({ metrics }) => (metrics.approximate_distinct_values ?? 0) > 1)
    .toSorted((one, other) => distinctOf(other) - distinctOf(one))
    .slice(0, mostKeys)
    .map(({ field }) => column(field))
  if (keys.length === 0 || rows === 0) return null
  const place = call('spread', ...keys)
  const end = Math.min(share, most / rows)
  // A few more than are wanted: how many there are is left to chance, and the statement has a limit.
  const next = Math.min(1, end + (1.1 * mostLearned) / rows)
  return {
    held_out: below(place, number(end)),
    learned: and(atLeast(place, number(end)), below(place, number(next))),
  }
}

const distinctOf = ({ metrics }: { metrics: FieldMetrics }): number =>
  metrics.approximate_distinct_values ?? 0
