import type { CheckDefinition } from '../model/check.ts'

/**
 * Whether a person's SQL may read one of the masked fields. Names are looked for as they stand, whatever is around them:
 * withholding a number too many does no harm. An escaped name could spell any of them.
 */
export function mayRead(sql: string | null, masked: ReadonlySet<string>): boolean {
  if (sql === null || masked.size === 0) return false
  const text = sql.toLowerCase()
  return (
    /u&\s*"/.test(text) || [...masked].some((name) => text.includes(name.toLowerCase().replaceAll('"', '""')))
  )
}

/** Whether a number computed for the check may come from a masked field: one of its own, or one in its filter or expression. */
export function computesFromMasked(
  { fields, filter, properties }: Pick<CheckDefinition, 'fields' | 'filter' | 'properties'>,
  masked: ReadonlySet<string>,
): boolean {
  const expression = properties['expression']
  return (
    fields.some((name) => masked.has(name)) ||
    mayRead(filter, masked) ||
    mayRead(typeof expression === 'string' ? expression : null, masked)
  )
}
