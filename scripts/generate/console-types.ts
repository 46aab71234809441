import { describeApi } from '../../src/http/document/document.ts'
import { routesFor } from '../../src/http/all-routes.ts'
import { operations } from '../../src/operations/registry.ts'

/** A part of the API document, as far as types are printed from it. */
interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  description?: string
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

interface Endpoint {
  summary: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

interface Document {
  paths: Record<string, Record<string, Endpoint>>
  components: { schemas: Record<string, Schema> }
}

/** The types of the console's requests and answers, printed from the API document. */
export function generateConsoleTypes(): { path: string; content: string } {
  const document = describeApi(routesFor(operations)) as unknown as Document
  const named = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${sentence(schema, '')}export type ${name} = ${typeOf(schema, '')}\n`,
  )
  const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, endpoint]) =>
        `  /** ${endpoint.summary} */\n  '${method.toUpperCase()} ${path}': ${endpointOf(endpoint)}\n`,
    ),
  )
  const content = [
    '// Generated from the API document by `npm run generate`; do not edit.\n',
    ...named,
    '/** Every request by method and path. */',
    'export interface Endpoints {',
    `${endpoints.join('')}}`,
    '',
  ].join('\n')
  return { path: 'console/src/api/api.generated.ts', content }
}

function endpointOf({ parameters = [], requestBody, responses }: Endpoint): string {
  const members = [
    `path: ${parametersIn(parameters, 'path')}`,
    `query: ${parametersIn(parameters, 'query')}`,
    `body: ${requestBody ? contentOf(requestBody.content) : 'null'}`,
    `answer: ${contentOf(Object.values(responses)[0]?.content)}`,
  ]
  return `{\n${members.map((member) => `    ${member}\n`).join('')}  }`
}

function parametersIn(all: readonly Parameter[], place: string): string {
  const some = all.filter((parameter) => parameter.in === place)
  if (some.length === 0) return 'Record<never, never>'
  const members = some.map(
    ({ name, required, description, schema }) =>
      `      ${comment(description)}${JSON.stringify(name)}${required === true ? '' : '?'}: ${typeOf(schema, '      ')}\n`,
  )
  return `{\n${members.join('')}    }`
}

/** What is sent or answered; null when it is nothing. */
function contentOf(content: Record<string, { schema: Schema }> | undefined): string {
  if (content === undefined) return 'null'
  const json = content['application/json']
  return json ? typeOf(json.schema, '    ') : 'string'
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const several = schema.anyOf ?? schema.oneOf
  if (several) return several.map((part) => typeOf(part, indent)).join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part, indent)})`).join(' & ')
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ')
  if (schema.type === 'array') return `(${schema.items ? typeOf(schema.items, indent) : 'unknown'})[]`
  if (schema.type === 'object' || schema.properties) return objectOf(schema, indent)
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'string' || schema.type === 'boolean' || schema.type === 'null') return schema.type
  return 'unknown'
}

function objectOf(schema: Schema, indent: string): string {
  const inner = `${indent}  `
  const free = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties
  if (!schema.properties) {
    return `{ [member: string]: ${typeof free === 'object' ? typeOf(free, indent) : 'unknown'} }`
  }
  const required = new Set(schema.required ?? [])
  const members = Object.entries(schema.properties).map(([name, member]) => {
    const mark = required.has(name) ? '' : '?'
    return `${inner}${comment(member.description)}${JSON.stringify(name)}${mark}: ${typeOf(member, inner)}\n`
  })
  return `{\n${members.join('')}${indent}}`
}

function sentence({ description }: Schema, indent: string): string {
  return description === undefined ? '' : `/** ${safe(description)} */\n${indent}`
}

function comment(description: string | undefined): string {
  return description === undefined ? '' : `/** ${safe(description)} */ `
}

function safe(text: string): string {
  return text.replaceAll('*/', '*\\/').replaceAll('\n', ' ')
}
