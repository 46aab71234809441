import * as fc from 'fast-check'
import { compare, type FieldName, type Row } from './values.ts'

/** TRUE, FALSE, or null for SQL's unknown. */
export type Truth = boolean | null

/** A condition in the SQL that all engines share, and what it says of a row. */
export interface Condition {
  sql: string
  holds(row: Row): Truth
}

const operators: Record<string, (order: number) => boolean> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

const operator = fc.constantFrom(...Object.keys(operators))

const against = (field: FieldName, sign: string, sql: string, value: bigint | string): Condition => ({
  sql: `${field} ${sign} ${sql}`,
  holds: (row) => (row[field] === null ? null : (operators[sign]?.(compare(row[field], value)) ?? null)),
})

const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('i' as const, 'j' as const),
      operator,
      fc.constantFrom(-1n, 0n, 1n, 2n, 3n, 9007199254740993n),
    )
    .map(([field, sign, value]) => against(field, sign, String(value), value)),
  fc
    .tuple(fc.constantFrom('=', '<>'), fc.constantFrom('north', 'south'))
    .map(([sign, value]) => against('k', sign, `'${value}'`, value)),
  fc
    .tuple(operator, fc.constantFrom('2024-02-29', '2024-03-31', '2026-01-01'))
    .map(([sign, day]) => against('d', sign, `'${day}'`, day)),
  fc.constantFrom<FieldName>('i', 'x', 's', 'b', 'd', 'm').map((field) => ({
    sql: `${field} is null`,
    holds: (row: Row) => row[field] === null,
  })),
  fc.constantFrom('b' as const, 'c' as const).map((field) => ({
    sql: field,
    holds: (row: Row) => (row[field] === null ? null : row[field] === true),
  })),
  fc.constant({
    sql: "k in ('north', 'east')",
    holds: (row: Row) => (row.k === null ? null : row.k !== 'south'),
  }),
  fc.constant({
    sql: 'i < j',
    holds: ({ i, j }: Row) => (i === null || j === null ? null : compare(i, j) < 0),
  }),
)

const negated = (of: Condition): Condition => ({
  sql: `not (${of.sql})`,
  holds(row) {
    const truth = of.holds(row)
    return truth === null ? null : !truth
  },
})

const joined = (word: 'and' | 'or', left: Condition, right: Condition): Condition => ({
  sql: `(${left.sql}) ${word} (${right.sql})`,
  holds(row) {
    const sides = new Set([left.holds(row), right.holds(row)])
    // The value that decides the result for any value of the other side.
    const decisive = word === 'or'
    if (sides.has(decisive)) return decisive
    return sides.has(null) ? null : !decisive
  },
})

/** Conditions of one to three parts. */
export const condition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 3, arbitrary: leaf },
  leaf.map(negated),
  fc
    .tuple(fc.constantFrom('and' as const, 'or' as const), leaf, leaf)
    .map(([word, left, right]) => joined(word, left, right)),
  fc
    .tuple(fc.constantFrom('and' as const, 'or' as const), leaf, leaf, leaf)
    .map(([word, left, right, third]) =>
      negated(joined(word, left, joined(word === 'and' ? 'or' : 'and', right, third))),
    ),
)
