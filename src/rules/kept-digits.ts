import type { TSchema } from 'typebox'
import { ExactNumber } from '../kernel/cell.ts'
import type { Rule } from './rule.ts'

/** What is looked at of a schema: the places below it, and whether it takes a text. */
type Place = Partial<TSchema> & {
  type?: unknown
  anyOf?: readonly Place[]
  items?: Place
  properties?: Record<string, Place>
}

/**
 * Properties as a check keeps them: a number with more digits than JSON numbers hold becomes its text where the rule takes
 * a text, and is rounded where it takes numbers only.
 */
export function withKeptDigits(
  rule: Rule | undefined,
  properties: Record<string, unknown>,
): Record<string, unknown> {
  return kept(rule?.properties, properties) as Record<string, unknown>
}

function kept(place: Place | undefined, value: unknown): unknown {
  if (value instanceof ExactNumber) return takesText(place) ? value.text : Number(value.text)
  if (Array.isArray(value)) {
    const items = alternatives(place).find((one) => one.items !== undefined)?.items
    return value.map((item: unknown) => kept(items, item))
  }
  if (typeof value !== 'object' || value === null) return value
  const members = alternatives(place).find((one) => one.properties !== undefined)?.properties ?? {}
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, kept(members[name], member)]),
  )
}

const takesText = (place: Place | undefined): boolean =>
  alternatives(place).some(({ type }) => type === 'string')

const alternatives = (place: Place | undefined): Place[] =>
  place === undefined ? [] : [place, ...(place.anyOf ?? []).flatMap((one) => alternatives(one))]
