import { hold, opened } from '../kernel/held.ts'
import { readRecord, type HeldRecord, type HeldValues } from '../kernel/record-json.ts'

/** The values of a record, still held. */
export function valuesOf(record: HeldRecord): HeldValues {
  return hold(readRecord(record))
}

/** The names of a row's fields in their order, which are no secret. */
export function fieldNames(values: HeldValues): string[] {
  return Object.keys(opened(values))
}

/** True when a field that both have holds another value; a column that came or went is no change of the row. */
export function hasChanged(before: HeldRecord, now: HeldRecord): boolean {
  if (opened(before) === opened(now)) return false
  const next = readRecord(now)
  return Object.entries(readRecord(before)).some(
    ([name, value]) => Object.hasOwn(next, name) && JSON.stringify(value) !== JSON.stringify(next[name]),
  )
}
