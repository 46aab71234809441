import { impossible } from '../kernel/errors.ts'
import type { Relation, Select } from './ast.ts'

/** The names of a select's columns in their order; undefined when a relation in it does not say. */
export function columnsOf({ items, extra = [], from, with: named = [] }: Select): string[] | undefined {
  if (items !== 'all') return items.map(({ alias }) => alias)
  const added = extra.map(({ alias }) => alias)
  const all = columnsFrom(from, named)
  return all && [...all, ...added]
}

function columnsFrom(from: Relation, named: NonNullable<Select['with']>): readonly string[] | undefined {
  switch (from.kind) {
    case 'store':
      return from.columns
    case 'select':
      return columnsOf(from.query)
    case 'numbers':
      return [from.name]
    case 'named':
      return named.filter(({ name }) => name === from.name).flatMap(({ query }) => columnsOf(query) ?? [])
    case 'union':
      return from.queries[0] && columnsOf(from.queries[0])
    case 'written':
      return from.columns
    case 'join': {
      const [left, right] = [columnsOf(from.left), columnsOf(from.right)]
      return left && right && [...left, ...right]
    }
    default:
      return impossible(from)
  }
}
