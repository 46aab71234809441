import type { TSchema } from 'typebox'

/**
 * Reads the texts of a URL as the types that a flat object schema asks for: whole and decimal numbers, `true` and `false`
 * in any letter case, and lists from repeated or single parameters. A `+` before the offset of a moment arrives as a blank
 * when it was not encoded, and is put back. A text that does not fit is left for the validator.
 */
export function coerceText(schema: TSchema, values: unknown): unknown {
  const { properties = {} } = schema as { properties?: Record<string, TSchema> }
  return Object.fromEntries(
    Object.entries(values as Record<string, unknown>).map(([name, value]) => {
      const member = Object.hasOwn(properties, name) ? properties[name] : undefined
      return [name, member ? coerceMember(member, value) : value]
    }),
  )
}

function coerceMember(schema: TSchema, value: unknown): unknown {
  const { type, items, format } = schema as { type?: string; items?: TSchema; format?: string }
  if (type === 'array') {
    return [value].flat().map((item) => (items ? coerceMember(items, item) : item))
  }
  if (typeof value !== 'string') return value
  if (type === 'integer') return /^-?\d+$/.test(value) ? Number(value) : value
  if (type === 'number') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  if (type === 'boolean') return /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value
  if (format === 'date-time') return value.replace(/ (?=\d\d:?\d\d$)/, '+')
  return value
}
