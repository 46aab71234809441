import { apiDocument, type ApiContent, type ApiEndpoint, type ApiParameter } from './api-document.ts'
import { comment, key, namedTypes, typeOf } from './client-types.ts'

/** The types of the console's requests and answers, printed from the API document. */
export function generateConsoleTypes(): { path: string; content: string } {
  const document = apiDocument()
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

function endpointOf({ parameters = [], requestBody, responses }: ApiEndpoint): string {
  const members = [
    `path: ${parametersIn(parameters, 'path')}`,
    `query: ${parametersIn(parameters, 'query')}`,
    `body: ${requestBody ? contentOf(requestBody.content) : 'null'}`,
    `answer: ${contentOf(Object.values(responses)[0]?.content)}`,
  ]
  return `{\n${members.map((member) => `    ${member}\n`).join('')}  }`
}

function parametersIn(all: readonly ApiParameter[], place: string): string {
  const some = all.filter((parameter) => parameter.in === place)
  if (some.length === 0) return 'Record<never, never>'
  const members = some.map(({ name, required, description, schema }) => {
    const mark = required ? '' : '?'
    return `${comment(description, '      ')}      ${key(name)}${mark}: ${typeOf(schema, '      ')}\n`
  })
  return `{\n${members.join('')}    }`
}

/** What is sent or answered; null when it is nothing. */
function contentOf(content: ApiContent | undefined): string {
  if (content === undefined) return 'null'
  const json = content['application/json']
  return json ? typeOf(json.schema, '    ') : 'string'
}
