/** Shown instead of a value that the reader may not see. */
export const maskedValue = '***MASKED***'

/**
 * A stored record as an object whose numbers keep every digit when it is printed again: they are held as raw JSON.
 * Members named in `masked` come out as `***MASKED***`.
 */
export function readRecord(text: string, masked: ReadonlySet<string> = new Set()): Record<string, unknown> {
  const record = JSON.parse(text, keepDigits) as Record<string, unknown>
  for (const name of masked) if (Object.hasOwn(record, name)) record[name] = maskedValue
  return record
}

/** The JSON text of a stored record with those values hidden; nothing is parsed where nothing is to hide. */
export function shownRecord(text: string, masked: ReadonlySet<string>): string {
  return masked.size === 0 ? text : JSON.stringify(readRecord(text, masked))
}

function keepDigits(_member: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? JSON.rawJSON(context.source) : value
}
