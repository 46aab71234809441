import { hold } from '../kernel/held.ts'
import { maskedValue } from '../kernel/masked.ts'
import { readRecord, type HeldRecord } from '../kernel/record-json.ts'

/** A record of a comparison without the values that these fields have in the other container: their ids and their right sides. */
export function withoutOtherSide(record: HeldRecord, names: ReadonlySet<string>): HeldRecord {
  const values = readRecord(record)
  for (const name of names) {
    if (!Object.hasOwn(values, name)) continue
    const value = values[name]
    const isCompared = typeof value === 'object' && value !== null && 'right' in value
    values[name] = isCompared ? { ...value, right: maskedValue } : maskedValue
  }
  return hold(JSON.stringify(values))
}
