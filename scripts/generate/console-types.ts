import { describeApi } from '../../src/http/document/document.ts'
import { routesFor } from '../../src/http/all-routes.ts'
import { operations } from '../../src/operations/registry.ts'
import { comment, key, namedTypes, typeOf, type Schema } from './client-types.ts'

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
  const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, endpoint]) =>
        `  /** ${endpoint.summary} */\n  '${method.toUpperCase()} ${path}': ${endpointOf(endpoint)}\n`,
    ),
  )
  const content = [
    '// Generated from the API document by `npm run generate`; do not edit.\n',
    namedTypes(document.components.schemas),
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
  const members = some.map(({ name, required, description, schema }) => {
    const mark = required === true ? '' : '?'
    return `${comment(description, '      ')}      ${key(name)}${mark}: ${typeOf(schema, '      ')}\n`
  })
  return `{\n${members.join('')}    }`
}

/** What is sent or answered; null when it is nothing. */
function contentOf(content: Record<string, { schema: Schema }> | undefined): string {
  if (content === undefined) return 'null'
  const json = content['application/json']
  return json ? typeOf(json.schema, '    ') : 'string'
}
