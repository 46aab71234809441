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

/** Notes, of rows that come one after another, where each value of a field stands first, for at most five of them. */
export class FirstValues {
  readonly #field: string
  readonly #places = new Map<string, ValuePlace>()
  /** The rows in which the values stand, by their ordinals. */
  readonly rows = new Map<number, HeldRecord>()

  constructor(field: string) {
    this.#field = field
  }

  add(ordinal: number, row: HeldRecord): void {
    if (this.#places.size === mostNamed) return
    const value = JSON.stringify(opened(valuesOf(row))[this.#field])
    if (value === undefined || this.#places.has(value)) return
    this.#places.set(value, { field: this.#field, record: ordinal })
    this.rows.set(ordinal, row)
  }

  places(): ValuePlace[] {
    return [...this.#places.values()]
  }
}
