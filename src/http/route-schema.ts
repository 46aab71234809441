import type { FastifySchema } from 'fastify'
import { Type, type TSchema } from 'typebox'
import type { Route } from './route.ts'

/** What an error answers with; `detail` is a list only where single members were refused. */
const ErrorBody = Type.Object({
  detail: Type.Union([
    Type.String(),
    Type.Array(
      Type.Object({
        loc: Type.Array(Type.Union([Type.String(), Type.Integer()])),
        msg: Type.String(),
        type: Type.String(),
      }),
    ),
  ]),
  code: Type.String(),
})

/** A route as the framework and the API document read it; undocumented where `documented` is false. */
export function routeSchema(route: Route, documented: boolean): FastifySchema {
  const { params, query, body, headers, media_type, responses } = route
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(headers && { headers }),
    ...(documented
      ? {
          summary: route.summary,
          tags: [route.group],
          operationId: operationId(route),
          ...(route.access === 'open' && { security: [] }),
          response: {
            ...Object.fromEntries(
              Object.entries(responses).map(([status, schema]) => [status, answer(schema, media_type)]),
            ),
            ...(route.access !== 'open' && { '4xx': { description: 'Refused', ...ErrorBody } }),
          },
        }
      : { hide: true }),
  }
}

function answer(schema: TSchema | null, mediaType: string | undefined): object {
  if (schema === null) return { type: 'null', description: 'Done; the answer is empty' }
  if (mediaType !== undefined) return { description: 'Done', content: { [mediaType]: { schema } } }
  return { description: 'Done', ...schema }
}

/** `GET /container-scans/{id}/checks` becomes `getContainerScansIdChecks`. */
function operationId({ method, path }: Route): string {
  const words = path.split(/[^a-zA-Z0-9]+/).filter((word) => word !== '')
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
}
