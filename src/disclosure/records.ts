import { opened } from '../kernel/held.ts'
import { maskedValue } from '../kernel/masked.ts'
import { readRecord, type HeldRecord } from '../kernel/record-json.ts'
import type { Policy } from './policy.ts'

/** The record as an object for its reader: numbers keep every digit when it is printed, hidden values are `***MASKED***`. */
export function shownRecord(record: HeldRecord, policy: Policy): Record<string, unknown> {
  const shown = readRecord(record)
  for (const name of policy.hidden()) if (Object.hasOwn(shown, name)) shown[name] = maskedValue
  return shown
}

/** The JSON text of the same; nothing is parsed where nothing is to hide. */
export function shownText(record: HeldRecord, policy: Policy): string {
  return policy.hidesNothing ? opened(record) : JSON.stringify(shownRecord(record, policy))
}
