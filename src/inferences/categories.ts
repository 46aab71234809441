import { listed } from '../kernel/listed.ts'
import { present, type ObservedField } from './inference.ts'

/** The values of a field that has few, those learned from and those of all rows. */
export interface Categories {
  /** How often each value occurs in the rows to learn from. */
  learned: Map<string, number>
  /** How often each value occurs in all rows; null when some have no count of their own. */
  all: Map<string, number> | null
}

/** More values than these are no list that a person can read. */
const mostCategories = 50
/** Each value must occur so many times on average. */
const fewestOfEach = 8
const mostCharacters = 100

/** Null when a field has too many values to be categories, or they are numbers that only happen to repeat. */
export function categoriesOf({ field, metrics, values }: ObservedField): Categories | null {
  if (field.type !== 'String' && field.type !== 'Integral') return null
  const learned = new Map<string, number>()
  for (const value of present(values)) learned.set(value, (learned.get(value) ?? 0) + 1)
  const rows = present(values).length
  const most = field.type === 'Integral' ? mostCategories / 4 : mostCategories
  if (learned.size === 0 || learned.size > most || rows < fewestOfEach * learned.size) return null
  if ([...learned.keys()].some((value) => value.length > mostCharacters)) return null
  const buckets = metrics.histogram_buckets
  const all = new Map(
    buckets.flatMap(({ value, count }) => (value === null ? [] : [[value, count] as const])),
  )
  return { learned, all: all.size === buckets.length ? all : null }
}

/** A list as sentences show it. */
export function shortList(values: readonly string[]): string {
  return listed(
    values.map((value) => `"${value}"`),
    8,
  )
}
