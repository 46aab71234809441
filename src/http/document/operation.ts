import type { TSchema } from 'typebox'
import type { Route } from '../route.ts'
import type { Json, NamedSchemas } from './named-schemas.ts'
import { needSentences } from './need.ts'
import { refusals, refusalsOf } from './refusals.ts'

/** One endpoint as the API document shows it. */
export function describeOperation(route: Route, schemas: NamedSchemas): { [member: string]: Json } {
  const { params, query, headers, body } = route
  const parameters = [
    ...parametersOf('path', params, schemas),
    ...parametersOf('query', query, schemas),
    ...parametersOf('header', headers, schemas),
  ]
  return {
    operationId: route.id,
    summary: route.summary,
    description: `${route.doc} ${needSentences(route.need)}`,
    'x-assay-need': JSON.parse(JSON.stringify(route.need)) as Json,
    tags: [route.group],
    ...(route.access === 'open' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: describeBody(body, schemas, route.takes_file ?? false) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.responses).map(([status, schema]) => [
          status,
          describeAnswer(route, schema, schemas),
        ]),
      ),
      ...Object.fromEntries(
        refusalsOf(route).map((status) => [
          String(status),
          { $ref: `#/components/responses/${refusals[status]?.name}` },
        ]),
      ),
    },
  }
}

function parametersOf(
  location: 'path' | 'query' | 'header',
  schema: TSchema | undefined,
  schemas: NamedSchemas,
): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, TSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, member]) => {
    const { description, ...rest } = schemas.reference(member, 'input') as { [keyword: string]: Json }
    return {
      name,
      in: location,
      required: required.includes(name) && !Object.hasOwn(rest, 'default'),
      ...(description !== undefined && { description }),
      schema: rest,
    }
  })
}

/** A body that may be null may be left out, too. */
function describeBody(body: TSchema, schemas: NamedSchemas, takesFile: boolean): Json {
  const forms = (body as { anyOf?: (TSchema & { type?: string })[] }).anyOf ?? []
  const given = forms.find((form) => form.type !== 'null')
  const isOptional = given !== undefined && forms.some((form) => form.type === 'null')
  return {
    required: !isOptional,
    content: {
      'application/json': { schema: schemas.reference(body, 'input') },
      ...(takesFile && { 'multipart/form-data': { schema: schemas.reference(formOf(body), 'input') } }),
    },
  }
}

/** The same members as texts beside a file. */
function formOf(body: TSchema): object {
  const { properties = {} } = body as { properties?: Record<string, TSchema> }
  const texts = Object.entries(properties).map(
    ([name, { description }]: [string, { description?: string }]) => [
      name,
      { type: 'string', ...(description !== undefined && { description }) },
    ],
  )
  const file = { type: 'string', format: 'binary', description: 'The file' }
  const { title = '', description = '' } = body as { title?: string; description?: string }
  return {
    title: `${title}File`,
    description,
    type: 'object',
    required: ['file'],
    properties: { ...Object.fromEntries(texts), file },
  }
}

function describeAnswer(route: Route, schema: TSchema | null, schemas: NamedSchemas): Json {
  if (schema === null) return { description: 'Done; the answer is empty' }
  if (route.media_type === undefined) {
    return { description: 'Done', content: { 'application/json': { schema: schemas.reference(schema) } } }
  }
  const content = { [route.media_type]: { schema: schemas.reference(schema) } }
  if (route.media_type === 'text/event-stream') return { description: 'Events as they come', content }
  if (route.media_type === 'text/plain') return { description: 'Text', content }
  return {
    description: 'A file to save',
    headers: {
      'Content-Disposition': { required: true, schema: { type: 'string', pattern: '^attachment; ' } },
    },
    content,
  }
}
