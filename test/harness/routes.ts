import type { Route } from '../../src/http/route.ts'
import { routesFor } from '../../src/http/all-routes.ts'
import { operations } from '../../src/operations/registry.ts'

/** Every endpoint of the service as it ships. */
export const routes = routesFor(operations)

/** True when a query must name something that has no default. */
export function mustBeAsked({ query }: Route): boolean {
  const { required = [], properties = {} } = (query ?? {}) as {
    required?: string[]
    properties?: Record<string, { default?: unknown }>
  }
  return required.some((name) => properties[name]?.default === undefined)
}
