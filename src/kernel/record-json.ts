import { opened, type Held } from './held.ts'

/** The JSON text of a row of a source, members in the order of its fields. */
export type HeldRecord = Held<string>

/** The values of a row by the names of its fields. */
export type HeldValues = Held<Readonly<Record<string, unknown>>>

/**
 * A stored record as an object whose numbers keep every digit when it is printed again: they are held as raw JSON.
 */
export function readRecord(record: HeldRecord): Record<string, unknown> {
  return JSON.parse(opened(record), keepDigits) as Record<string, unknown>
}

function keepDigits(_member: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? JSON.rawJSON(context.source) : value
}
