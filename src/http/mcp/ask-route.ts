import type { TSchema } from 'typebox'
import type { RunContext } from '../../runs/operation.ts'
import { Lasting, type Route } from '../route.ts'
import { validatorCompiler } from '../validator.ts'
import type { Asked, AskRoute } from './tool.ts'

type Part = 'params' | 'querystring' | 'body'

/** Endpoints by their operation ids. One map serves all messages: a validator is compiled and kept for each schema in it. */
export type RoutesById = ReadonlyMap<string, Route>

/** Asks endpoints without a request of their own: what is sent is checked by their schemas, and the verbs see this context. */
export function routesAskedBy(context: RunContext, routes: RoutesById): AskRoute {
  return async (id, asked) => {
    const route = routes.get(id)
    if (!route) throw new Error(`There is no endpoint ${id}.`)
    const answer = await route.handler(context as never, inputOf(route, asked) as never)
    return answer instanceof Lasting ? answer.value : answer
  }
}

function inputOf(route: Route, { params = {}, query = {}, body }: Asked): object {
  return {
    params: checked(route.params, 'params', textsOf(params)),
    query: checked(route.query, 'querystring', textsOf(query)),
    body: checked(route.body, 'body', body ?? null),
    file: null,
    session: null,
  }
}

/** The value with the defaults of the schema. Throws the refusal of the endpoint. */
export function checked(schema: TSchema | undefined, httpPart: Part, value: unknown): unknown {
  if (!schema) return undefined
  const check = validatorCompiler({ schema, httpPart, method: 'POST', url: '/mcp' })
  const { value: taken = value, error } = check(value) as { value?: unknown; error?: Error }
  if (error) throw error
  return taken
}

/** The members as an address has them. */
function textsOf(members: NonNullable<Asked['query']>): Record<string, string | string[]> {
  const texts: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(members)) {
    if (Array.isArray(value)) texts[name] = value.map(String)
    else if (value !== undefined) texts[name] = String(value)
  }
  return texts
}
