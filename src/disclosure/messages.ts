import { valuesOf } from '../engine/held-rows.ts'
import { cellForPerson } from '../kernel/cell.ts'
import { opened } from '../kernel/held.ts'
import { maskedInMessage, maskedValue } from '../kernel/masked.ts'
import type { HeldRecord, HeldValues } from '../kernel/record-json.ts'
import type { MessagePart, ValuePlace } from '../model/message-template.ts'
import type { Policy } from './policy.ts'

/** Most values that a message about many rows names. */
const mostNamed = 5

/** Rows that are kept with an anomaly, by their ordinals. */
export type KeptRows = ReadonlyMap<number, HeldRecord>

/** The message that a template makes of rows, `<masked>` in the place of each value that the policy hides. */
export function messageFrom(template: readonly MessagePart[], rows: KeptRows, policy: Policy): string {
  const read = new Map<number, HeldValues | null>()
  const valuesAt = (ordinal: number): HeldValues | null => {
    const known = read.get(ordinal)
    if (known !== undefined) return known
    const row = rows.get(ordinal)
    const values = row === undefined ? null : valuesOf(row)
    read.set(ordinal, values)
    return values
  }
  return template
    .map((part) => {
      if (typeof part === 'string') return part
      return policy.hides(part.field) ? maskedInMessage : shownValue(valuesAt(part.record ?? 0), part.field)
    })
    .join('')
}

/** Without the row that the message was made of there is no value to show. */
function shownValue(row: HeldValues | null, name: string): string {
  const values = row === null ? {} : opened(row)
  if (!Object.hasOwn(values, name)) return maskedValue
  const value = values[name]
  return typeof value === 'string' ? cellForPerson(value) : cellForPerson(JSON.stringify(value))
}

/** Where each value of the field stands first among the rows, for at most five of them. */
export function placesOfValues(rows: KeptRows, field: string): ValuePlace[] {
  const places = new Map<string, ValuePlace>()
  for (const [record, row] of rows) {
    if (places.size === mostNamed) break
    const value = JSON.stringify(opened(valuesOf(row))[field])
    if (value !== undefined && !places.has(value)) places.set(value, { field, record })
  }
  return [...places.values()]
}
