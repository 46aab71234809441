import { isDeepStrictEqual } from 'node:util'
import type { Kind, Spec } from './kind.ts'

/** A member that a file has otherwise than the service. */
export interface Difference {
  member: string
  from: unknown
  to: unknown
}

/** The members of a file that differ; what the file leaves out is left as it is, and so are secrets, which nobody is shown. */
export function differences(kind: Kind, standing: Spec, wanted: Spec): Difference[] {
  const apart = new Set([...kind.key, ...(kind.secrets ?? [])])
  return Object.entries(wanted).flatMap(([member, to]) => {
    const from = standing[member] ?? null
    if (apart.has(member) || to === undefined) return []
    return isSame(kind, member, from, to) ? [] : [{ member, from, to }]
  })
}

/** Null is what the service makes of it, and null members of a member are as good as absent. */
function isSame(kind: Kind, member: string, from: unknown, to: unknown): boolean {
  const wanted = to ?? kind.defaults[member] ?? null
  if (kind.unordered?.includes(member) && Array.isArray(from) && Array.isArray(wanted))
    return isDeepStrictEqual([...from].sort(), [...wanted].sort())
  if (kind.partial?.includes(member)) return hasAll(from, wanted)
  if (member === 'properties')
    return isDeepStrictEqual(withoutNulls(withTexts(from)), withoutNulls(withTexts(wanted)))
  return isDeepStrictEqual(withoutNulls(from), withoutNulls(wanted))
}

/** The same with numbers beyond 2^53 as texts, which is how the service shows those of properties. */
function withTexts(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(withTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withTexts(inner)]))
}

/** Whether every member of `wanted` is in `from` as it is there. */
function hasAll(from: unknown, wanted: unknown): boolean {
  const known = (from ?? {}) as Spec
  return Object.entries((wanted ?? {}) as Spec).every(([member, value]) =>
    isDeepStrictEqual(withoutNulls(known[member] ?? null), withoutNulls(value)),
  )
}

/** The same without members that are null; null when nothing is left of it. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== null)
  if (entries.length === 0) return null
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutNulls(inner)]))
}
