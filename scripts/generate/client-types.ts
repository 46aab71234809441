/** A schema as the API document has it: the few words of JSON Schema that ours are written in. */
export interface Schema {
  $ref?: string
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  description?: string
  properties?: Record<string, Schema>
  required?: readonly string[]
  patternProperties?: Record<string, Schema>
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
}

/** The name of what a reference within the document points at. */
const named = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

/** The TypeScript type of a schema, in one line unless it has members. Limits of values are not types and are left out. */
export function typeOf(schema: Schema, indent = ''): string {
  if (schema.$ref) return named(schema.$ref)
  const choices = schema.anyOf ?? schema.oneOf
  // Choices beside members say which of the members are needed together, which is left to the service.
  if (choices && !schema.properties)
    return [...new Set(choices.map((choice) => typeOf(choice, indent)))].join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.items) return listOf(typeOf(schema.items, indent))
  if (schema.properties) return `{\n${members(schema, `${indent}  `)}${indent}}`
  const [values] = Object.values(schema.patternProperties ?? {})
  if (values) return `Record<string, ${typeOf(values, indent)}>`
  return plain[schema.type ?? ''] ?? 'unknown'
}

const plain: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  array: 'unknown[]',
  object: 'Record<string, unknown>',
}

const listOf = (type: string): string => (/^[\w<>, ]+$/.test(type) ? `${type}[]` : `(${type})[]`)

/** One line a member, its description above it. */
function members({ properties = {}, required = [] }: Schema, indent: string): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      const mark = required.includes(name) ? '' : '?'
      return `${comment(schema.description, indent)}${indent}${key(name)}${mark}: ${typeOf(schema, indent)}\n`
    })
    .join('')
}

/** Every schema of the document under its own name. */
export function namedTypes(schemas: Record<string, Schema>): string {
  return Object.entries(schemas)
    .map(([name, schema]) => {
      const about = comment(schema.description, '')
      const type = typeOf(schema)
      return `${about}export ${type.startsWith('{') ? `interface ${name} ` : `type ${name} = `}${type}\n`
    })
    .join('\n')
}

/** A description as a comment of its own line; nothing without one. */
export function comment(text: string | undefined, indent: string): string {
  return text ? `${indent}/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n` : ''
}

/** A member's name as TypeScript writes it. */
export const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))
