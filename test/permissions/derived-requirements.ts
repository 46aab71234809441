import type { TSchema } from 'typebox'
import type { Route } from '../../src/http/route.ts'
import { mustBeAsked } from '../harness/routes.ts'
import type { Requirement } from './requirements.ts'
import type { Kind } from './world.ts'

/**
 * Requests of the GET endpoints that nothing is written about: with `{id}` for the target that others have behind the same
 * path. An endpoint whose need has cases, that must be asked something, or whose noun is new is left out, and the table lacks it.
 */
export function derivedRequirements(
  routes: readonly Route[],
  written: readonly Requirement[],
  shows: Requirement['shows'],
): Requirement[] {
  const known = new Set(written.map(({ endpoint }) => endpoint))
  const targets = new Map<string, Kind>()
  for (const { endpoint, target } of written) {
    const noun = nounOf(endpoint.split(' ')[1] ?? '')
    if (noun !== null && target && !targets.has(noun)) targets.set(noun, target)
  }
  return routes.flatMap((route) => {
    const { method, path, need } = route
    const endpoint = `${method} ${path}`
    const hasCases = typeof need === 'object' && 'length' in need
    if (method !== 'GET' || known.has(endpoint) || hasCases || mustBeAsked(route)) return []
    if (!path.includes('{')) return [{ endpoint, ...(listsOfDatastores(route) && shows && { shows }) }]
    const target = targets.get(nounOf(path) ?? '')
    return target && path.split('{').length === 2 ? [{ endpoint, target }] : []
  })
}

/** The path before its `{id}` or `{name}`; null where there is none. */
function nounOf(path: string): string | null {
  return path.includes('{') ? (path.split('{')[0] ?? '') : null
}

/** True when each item of its pages says of which datastore it is. */
function listsOfDatastores({ responses }: Route): boolean {
  const page = responses[200] as (TSchema & { properties?: Record<string, Schema> }) | null | undefined
  const item = page?.properties?.['items']?.items?.properties ?? {}
  return 'datastore' in item || 'datastore_id' in item
}

interface Schema {
  items?: { properties?: Record<string, unknown> }
}
