/** Any part of the API document. */
export type Json = string | number | boolean | null | Json[] | { [member: string]: Json }

/** Collects the schemas that have a name, each once, and refers to them by it. */
export interface NamedSchemas {
  /** The schema with a `$ref` in the place of each named part, itself included; `input` is what clients send. */
  reference(schema: object, use?: 'input'): Json
  /** What was referred to so far, by name. */
  all(): { [name: string]: Json }
}

/** Keywords whose value is a schema or a list of schemas; every other keyword but `properties` holds data. */
const nesting = new Set(['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', 'not'])

/**
 * A schema is named by its title, or by standing in `names`. `reference` throws when two different schemas have one name:
 * readers could not tell them apart.
 */
export function collectNamed(names: Record<string, object>): NamedSchemas {
  const named = new Map<string, Json>()
  const byText = new Map(Object.entries(names).map(([name, schema]) => [JSON.stringify(schema), name]))
  function walk(schema: Json, use?: 'input'): Json {
    if (Array.isArray(schema)) return schema.map((part) => walk(part, use))
    if (typeof schema !== 'object' || schema === null) return schema
    const { title, ...keywords } = schema
    const name = typeof title === 'string' ? title : byText.get(JSON.stringify(schema))
    const walked = Object.fromEntries(
      Object.entries(keywords).map(([keyword, value]) => {
        if (keyword === 'properties') return [keyword, eachMember(value, (member) => walk(member, use))]
        return [keyword, nesting.has(keyword) ? walk(value, use) : value]
      }),
    )
    if (use === 'input') Object.assign(walked, storable(walked))
    if (name === undefined) return walked
    const known = named.get(name)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(walked)) {
      throw new Error(`Two schemas have the name "${name}"; rename one of them.`)
    }
    named.set(name, walked)
    return { $ref: `#/components/schemas/${name}` }
  }
  return {
    // Through JSON: what a schema carries beside its data has no place in a document.
    reference: (schema, use) => walk(JSON.parse(JSON.stringify(schema)) as Json, use),
    all: () => Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

/** What `unstorableText` refuses in any text, in so far as a pattern can say it. */
function storable({ type, enum: choices, format, pattern }: { [keyword: string]: Json }) {
  if (type !== 'string' || choices !== undefined || format !== undefined) return {}
  if (pattern === undefined) return { pattern: String.raw`^[^\u0000]*$` }
  return pattern === String.raw`\S` ? { pattern: String.raw`^[^\u0000]*[^\s\u0000][^\u0000]*$` } : {}
}

function eachMember(members: Json, change: (schema: Json) => Json): Json {
  const entries = Object.entries(members as { [name: string]: Json })
  return Object.fromEntries(entries.map(([name, schema]) => [name, change(schema)]))
}
