import * as fc from 'fast-check'

/** A schema of the API document. */
export interface Schema {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema
  items?: Schema
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  examples?: unknown[]
}

const deep = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as unknown

/** Values that no schema asks for, and some that only look as if they fitted. */
const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, '', ' ', '\0', 'a\0b', '\ud800', '💥'.repeat(300), '1', '-0', 'NaN'),
  fc.constantFrom<unknown>(0, -1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, Number.MIN_VALUE),
  fc.constantFrom<unknown>([], {}, [[]], [null], { id: {} }, { constructor: { prototype: 1 } }, deep),
  fc.constantFrom<unknown>("'; drop table users; --", '%', '{{ x }}', '../../etc/passwd', 'x'.repeat(20_000)),
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
)

/** Mostly values that fit the schema, its bounds included, and at every level now and then one that does not. */
export function valuesOf(schema: Schema, named: Record<string, Schema>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: fitting(schema, named) }, { weight: 1, arbitrary: strange })
}

function fitting(schema: Schema, named: Record<string, Schema>): fc.Arbitrary<unknown> {
  if (schema.$ref) return valuesOf(named[schema.$ref.split('/').at(-1) ?? ''] ?? {}, named)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const forms = schema.oneOf ?? (schema.properties ? undefined : schema.anyOf)
  if (forms) return fc.oneof(...forms.map((form) => fitting(form, named)))
  switch (schema.type) {
    case 'integer':
      return fc.oneof(fc.integer({ min: 1, max: 6 }), numbers(schema, fc.maxSafeInteger()))
    case 'number':
      return numbers(schema, fc.double({ noNaN: true, noDefaultInfinity: true }))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return texts(schema)
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, named), { maxLength: Math.min(schema.maxItems ?? 4, 4) })
    case 'object':
      return objects(schema, named)
    default:
      return fc.jsonValue()
  }
}

/** The bounds, and what lies between and beyond them. */
function numbers({ minimum, maximum }: Schema, any: fc.Arbitrary<number>): fc.Arbitrary<number> {
  const bounds = [minimum, maximum].flatMap((bound) =>
    bound === undefined ? [] : [bound - 1, bound, bound + 1],
  )
  return bounds.length === 0 ? any : fc.oneof(fc.constantFrom(...bounds), any)
}

function texts({ format, pattern, minLength = 0, maxLength = 300, examples }: Schema): fc.Arbitrary<unknown> {
  if (format === 'date')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (pattern !== undefined && !pattern.includes(String.raw`\u0000`))
    return fc.stringMatching(new RegExp(pattern))
  const longest = Math.min(maxLength, 1000)
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(longest, 12) }),
    fc.constantFrom('x'.repeat(longest), 'x'.repeat(longest + 1), 'people.csv', 'name', 'Public'),
    ...(examples ? [fc.constantFrom(...examples)] : []),
  )
}

/** Some members, sometimes without a required one, and some unknown ones. */
function objects(
  { properties = {}, required = [], additionalProperties }: Schema,
  named: Record<string, Schema>,
) {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, valuesOf(member, named)]),
  )
  const some = fc.record(members, { requiredKeys: required.filter((name) => name in members) })
  const few = fc.record(members, { requiredKeys: [] })
  const free = fc.dictionary(fc.string(), additionalProperties ? fc.jsonValue() : strange, { maxKeys: 2 })
  const all = fc.oneof({ weight: 9, arbitrary: some }, { weight: 1, arbitrary: few })
  return fc
    .tuple(all, fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: free }))
    .map(([known, unknown]) => ({ ...unknown, ...known }))
}
