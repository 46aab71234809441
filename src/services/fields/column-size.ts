import type { FieldType } from '../../model/field.ts'

/** Types whose size is a number of characters or digits; that of others, such as of times, counts something else. */
const sized: ReadonlySet<FieldType> = new Set(['String', 'Integral', 'Fractional'])

/** The characters or digits that a type takes at most, as its source declares it: `VARCHAR(20)`, `decimal(10, 2)`. Null: it declares none. */
export function columnSize({ type, native_type }: { type: FieldType; native_type: string }): number | null {
  const declared = /^[\w ]+\(\s*(\d{1,9})\s*(?:(?:byte|char)\s*|,\s*-?\d+\s*)?\)/i.exec(native_type)?.[1]
  return declared !== undefined && sized.has(type) ? Number(declared) : null
}
