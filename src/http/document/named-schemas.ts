/** Any part of the API document. */
export type Json = string | number | boolean | null | Json[] | { [member: string]: Json }

/** Collects the schemas that have a name, each once, and refers to them by it. */
export interface NamedSchemas {
  /** The schema with a `$ref` in the place of each named part, itself included; `input` is what clients send. */
  reference(schema: object, use?: 'input'): Json
  /** The schemas that were referred to so far, by name. */
  all(): { [name: string]: Json }
}

/** Where the document keeps named schemas. */
const schemasAt = '#/components/schemas/'

/** Keywords whose value is a schema or a list of schemas; every other keyword but `properties` holds data. */
const nesting = new Set(['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', 'not'])

/** A schema that has a name in the document, and the sentence that stands with it there. */
export interface NamedSchema {
  schema: object
  doc: string
}

/**
 * A schema is named by its title, or by standing in `names`, whatever its description. The description of a schema that stands
 * in `names` is about the place where it is used, and is shown there. `reference` throws when two different schemas have one
 * name: readers could not tell them apart.
 */
export function collectNamed(names: Record<string, NamedSchema>): NamedSchemas {
  const named = new Map<string, Json>()
  const byText = new Map(Object.entries(names).map(([name, { schema }]) => [textOf(schema), name]))
  function walk(schema: Json, use?: 'input'): Json {
    if (Array.isArray(schema)) return schema.map((part) => walk(part, use))
    if (typeof schema !== 'object' || schema === null) return schema
    const { title, description, ...keywords } = hoisted(schema)
    const name = typeof title === 'string' ? title : byText.get(textOf(schema))
    const walked = Object.fromEntries(
      Object.entries(keywords).map(([keyword, value]) => {
        if (keyword === 'properties') return [keyword, eachMember(value, (member) => walk(member, use))]
        return [keyword, nesting.has(keyword) ? walk(value, use) : value]
      }),
    )
    if (walked['enum'] !== undefined && walked['type'] === undefined)
      Object.assign(walked, typeOfWords(walked))
    if (walked['discriminator'] !== undefined) walked['discriminator'] = mapped(walked, named)
    if (use === 'input') Object.assign(walked, storable(walked))
    if (name === undefined) return withDescription(walked, description)
    const entry = names[name]
    const component = withDescription(walked, entry?.doc ?? description)
    const known = named.get(name)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(component)) {
      throw new Error(`Two schemas have the name "${name}"; rename one of them.`)
    }
    named.set(name, component)
    return withDescription({ $ref: `${schemasAt}${name}` }, entry && description)
  }
  return {
    // Through JSON: what a schema carries beside its data has no place in a document.
    reference: (schema, use) => walk(JSON.parse(JSON.stringify(schema)) as Json, use),
    all: () => Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

/** The discriminator with the schema that each value stands for: generators cannot tell it from the branches. */
function mapped({ discriminator, oneOf }: Keywords, named: ReadonlyMap<string, Json>): Json {
  const { propertyName } = discriminator as { propertyName: string }
  const mapping = (oneOf as { $ref: string }[]).map(({ $ref }) => {
    const { properties } = named.get($ref.slice(schemasAt.length)) as { properties: Record<string, Keywords> }
    return [String(properties[propertyName]?.['const']), $ref]
  })
  return { propertyName, mapping: Object.fromEntries(mapping) as Keywords }
}

type Keywords = { [keyword: string]: Json }

/** The demands of a schema as text, without its descriptions. */
function textOf(schema: object): string {
  const { description: _, ...demands } = schema as Keywords
  return JSON.stringify(demands)
}

/** The description of the only form of a member that may be null becomes that of the member. */
function hoisted(schema: Keywords): Keywords {
  const forms = schema['anyOf']
  if (schema['description'] !== undefined || !Array.isArray(forms) || forms.length !== 2) return schema
  const [form, other] = forms as Keywords[]
  if (other?.['type'] !== 'null' || form?.['description'] === undefined || form['title'] !== undefined)
    return schema
  const { description, ...rest } = form
  return { ...schema, anyOf: [rest, other], description }
}

function withDescription(schema: Keywords, description: Json | undefined): Keywords {
  return description === undefined ? schema : { ...schema, description }
}

function typeOfWords({ enum: words }: Keywords): Keywords {
  return Array.isArray(words) && words.every((word) => typeof word === 'string') ? { type: 'string' } : {}
}

/** The texts that `unstorable` refuses, in so far as a pattern can say it. */
function storable({ type, enum: choices, format, pattern }: { [keyword: string]: Json }) {
  if (type !== 'string' || choices !== undefined || format !== undefined) return {}
  if (pattern === undefined) return { pattern: String.raw`^[^\u0000]*$` }
  return pattern === String.raw`\S` ? { pattern: String.raw`^[^\u0000]*[^\s\u0000][^\u0000]*$` } : {}
}

function eachMember(members: Json, change: (schema: Json) => Json): Json {
  const entries = Object.entries(members as { [name: string]: Json })
  return Object.fromEntries(entries.map(([name, schema]) => [name, change(schema)]))
}
