import { Type } from 'typebox'
import { compareQuantities, type Quantity } from '../kernel/quantity.ts'

const relation = (words: string, fits: (order: number) => boolean) => ({
  words,
  holds: (left: Quantity, right: Quantity): boolean => fits(compareQuantities(left, right)),
})

// NaN, the order of what cannot be compared, fits none.
const relations = {
  lt: relation('less than', (order) => order < 0),
  lte: relation('less than or equal to', (order) => order <= 0),
  eq: relation('equal to', (order) => order === 0),
  gte: relation('greater than or equal to', (order) => order >= 0),
  gt: relation('greater than', (order) => order > 0),
} as const

const spellings = [...Object.keys(relations), ...Object.values(relations).map(({ words }) => words)]

/** The relation that a number must have to another, in the short form or in words (default `eq`). */
export const relationType = (description: string) =>
  Type.Enum(spellings, { description: `${description} (default \`eq\`).` })

/** The properties with their comparison in the short form; one of neither spelling stays, for the schema to refuse. */
export function withShortComparison(properties: Record<string, unknown>): Record<string, unknown> {
  const found = Object.entries(relations).find(([, { words }]) => words === properties['comparison'])
  return found ? { ...properties, comparison: found[0] } : properties
}

/** The relation of either spelling; null and undefined are `eq`. */
export function relationOf(spelling: string | null | undefined): (typeof relations)[keyof typeof relations] {
  const found = Object.entries(relations).find(
    ([short, { words }]) => short === spelling || words === spelling,
  )
  return found?.[1] ?? relations.eq
}
