import type { Expression, Select } from '../../sql/ast.ts'
import { and, boolean } from '../../sql/build.ts'
import { hasPart, withOperands, type Place } from '../../sql/conditions.ts'
import type { Dialect } from '../../sql/dialect.ts'
import { printExpression } from '../../sql/print.ts'
import { relationName } from '../../sql/relation-names.ts'
import type { CountedItem, CountedItems } from './queries-beneath.ts'

/** A condition that stands in several places. */
interface Repeated {
  node: Expression
  places: number
  /** In one of them at least every row comes to it, so that nothing is computed which would not have been. */
  is_certain: boolean
}

/**
 * What is counted, put so that a costly condition that stands in several places, such as the filter of several checks, is computed
 * once for each row. As it was for engines that see this by themselves or cannot be told, and where nothing repeats.
 */
export function shareConditions(counting: CountedItems, dialect: Dialect): CountedItems {
  if (!dialect.apart || costlyConditions(counting.items) < 2) return counting
  const keyOf = (node: Expression): string => {
    const { sql, parameters } = printExpression(node, dialect)
    return JSON.stringify([sql, parameters])
  }
  const repeated = repeatedConditions(counting.items, keyOf)
  for (;;) {
    const shared = shareThese(counting, [...repeated.keys()], keyOf)
    const useless = [...repeated.keys()].filter((key) => (shared.uses.get(key) ?? 0) < 2)
    for (const key of useless) repeated.delete(key)
    if (repeated.size === 0) return counting
    if (useless.length > 0) continue
    // A person's text that takes whole rows by the name of the relation would find more in them.
    if (shared.items.some(({ expression }) => hasPart(expression, takesRows))) return counting
    const extra = [...repeated].map(([key, { node }]) => ({
      expression: asTruth(node),
      alias: shared.aliases.get(key) ?? '',
    }))
    const beneath: Select = { kind: 'select', items: 'all', extra, from: counting.from, apart: true }
    return { items: shared.items, from: { kind: 'select', query: beneath } }
  }
}

/** A person's `null` or `'t'` is a truth where a condition stands, and a text where a value does, for some engines. */
const asTruth = (node: Expression): Expression =>
  node.kind === 'user_expression' ? and(node, boolean(true)) : node

const takesRows = (node: Expression): boolean =>
  node.kind === 'user_expression' && node.text.toLowerCase().includes(relationName)

/** More than comparing a column with a constant, which costs no more than looking at what was computed before. */
const isCostly = (node: Expression): boolean =>
  hasPart(node, ({ kind }) => kind === 'user_expression' || kind === 'call' || kind === 'cast')

/** Calls `look` on every condition that costs something, from the outside in; it says whether to go on inside. */
function eachCondition(
  items: readonly CountedItem[],
  look: (node: Expression, place: Place) => boolean,
): void {
  const visit = (node: Expression, place: Place): Expression => {
    const goesOn = !place.is_condition || !isCostly(node) || look(node, place)
    if (goesOn)
      withOperands(node, (operand, inner) =>
        visit(operand, { ...inner, is_certain: inner.is_certain && place.is_certain }),
      )
    return node
  }
  for (const { expression } of items) visit(expression, { is_condition: false, is_certain: true })
}

function costlyConditions(items: readonly CountedItem[]): number {
  let found = 0
  eachCondition(items, () => {
    found++
    return true
  })
  return found
}

function repeatedConditions(
  items: readonly CountedItem[],
  keyOf: (node: Expression) => string,
): Map<string, Repeated> {
  const seen = new Map<string, Repeated>()
  eachCondition(items, (node, { is_certain }) => {
    const known = seen.get(keyOf(node))
    if (known === undefined) {
      seen.set(keyOf(node), { node, places: 1, is_certain })
      return true
    }
    known.places++
    known.is_certain ||= is_certain
    return false
  })
  return new Map([...seen].filter(([, { places, is_certain }]) => places > 1 && is_certain))
}

/** The items with a name in each place of the conditions, and how often each name then stands there. */
function shareThese({ items }: CountedItems, keys: readonly string[], keyOf: (node: Expression) => string) {
  const aliases = new Map(keys.map((key, index) => [key, `assay_condition_${index + 1}`]))
  const uses = new Map<string, number>()
  const change = (node: Expression, { is_condition }: Place): Expression => {
    const key = is_condition && isCostly(node) ? keyOf(node) : undefined
    const name = key === undefined ? undefined : aliases.get(key)
    if (key === undefined || name === undefined) return withOperands(node, change)
    uses.set(key, (uses.get(key) ?? 0) + 1)
    return { kind: 'output', name }
  }
  const changed = items.map(({ expression, alias }) => ({
    expression: change(expression, { is_condition: false, is_certain: true }),
    alias,
  }))
  return { items: changed, aliases, uses }
}
