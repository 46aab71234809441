/** The entries of an expected schema; empty for a check of another rule. */
export function expectedFields({
  rule_type,
  properties,
}: {
  rule_type: string
  properties: Record<string, unknown>
}): unknown[] {
  const list: unknown = properties['list']
  return rule_type === 'expectedSchema' && Array.isArray(list) ? list : []
}

/** The name of a field in an entry, which is a text or an object with a type beside it; null for what is neither. */
export function entryName(entry: unknown): string | null {
  if (typeof entry === 'string') return entry
  if (typeof entry !== 'object' || entry === null || !('name' in entry)) return null
  return typeof entry.name === 'string' ? entry.name : null
}

/** The entry with its name as `named` gives it. */
export function renamedEntry(entry: unknown, named: (name: string) => string): unknown {
  const name = entryName(entry)
  if (name === null) return entry
  return typeof entry === 'string' ? named(name) : { ...(entry as object), name: named(name) }
}
