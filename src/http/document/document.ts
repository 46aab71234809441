import manifest from '../../../package.json' with { type: 'json' }
import type { Route } from '../route.ts'
import { collectNamed, type Json } from './named-schemas.ts'
import { groups } from './groups.ts'
import { schemaNames } from './names.ts'
import { cookieName } from '../session-cookie.ts'
import { describeOperation } from './operation.ts'
import { ErrorBody, refusals } from './refusals.ts'

/** The API document, OpenAPI 3.1: every route once, under `/api`. */
export function describeApi(routes: readonly Route[]): { [member: string]: Json } {
  const schemas = collectNamed(schemaNames)
  const paths: { [path: string]: { [method: string]: Json } } = {}
  for (const route of routes) {
    const path = (paths[`/api${route.path}`] ??= {})
    path[route.method.toLowerCase()] = describeOperation(route, schemas)
  }
  const error = schemas.reference(ErrorBody)
  const responses = Object.values(refusals).map(({ name, description, header }) => [
    name,
    {
      description,
      ...(header && {
        headers: { [header[0]]: { description: header[1], required: true, schema: { type: 'string' } } },
      }),
      content: { 'application/json': { schema: error } },
    },
  ])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version: manifest.version,
      description:
        'Data-quality operations over your own datastores. Every path also answers without `/api`. On a path that is here, another method answers 405.',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }, { session: [] }],
    tags: [...new Set(routes.map(({ group }) => group))].sort().map(tagOf),
    paths,
    components: {
      schemas: schemas.all(),
      responses: Object.fromEntries(responses) as { [name: string]: Json },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: cookieName },
      },
    },
  }
}

function tagOf(name: string): Json {
  const description = groups[name]
  if (description === undefined) throw new Error(`The group "${name}" has no sentence in groups.ts.`)
  return { name, description }
}
