import type { Ajv } from 'ajv'
import formats from 'ajv-formats'

/** The usual formats of texts; of days and moments only those that PostgreSQL has, which knows no year 0. */
export function addFormats(ajv: Ajv): void {
  formats.default(ajv)
  ajv.addFormat('date', (text) => hasFormat('date', text) && !text.startsWith('0000'))
  ajv.addFormat('date-time', (text) => hasFormat('date-time', text) && isStorable(text))
}

function hasFormat(name: 'date' | 'date-time', text: string): boolean {
  const { validate } = formats.default.get(name) as { validate: (text: string) => boolean }
  return validate(text)
}

/** True when it is a moment of the years 1 to 9999 in UTC; other years are written with a sign. */
function isStorable(text: string): boolean {
  try {
    return !/^[+-]|^0000/.test(Temporal.Instant.from(text).toString())
  } catch {
    return false
  }
}
