import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../kernel/errors.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what a page of another site may have sent in the name of its reader. A cookie comes by itself, so with one (`byCookie`) a
 * request that changes something must say that it comes from our own pages; without, it must not say the opposite. `publicUrl`: the
 * address that people use, null if unknown.
 */
export function refuseForeign(request: FastifyRequest, byCookie: boolean, publicUrl: string | null): void {
  if (safe.has(request.method)) return
  const isOwn = isSameOrigin(request, publicUrl)
  if (isOwn === true || (isOwn === null && !byCookie)) return
  throw new ServiceError(
    'forbidden',
    'A request that changes something and comes with the session cookie must come from a page of this service (Sec-Fetch-Site: same-origin, or its Origin); send an API token instead.',
  )
}

/** Null when the request does not say where it comes from. */
function isSameOrigin({ headers }: FastifyRequest, publicUrl: string | null): boolean | null {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin, host } = headers
  if (origin === undefined) return null
  const from = URL.parse(origin)
  if (from === null) return false
  // Read as an address of the same kind, so that a port that goes without saying is equal to one that is said.
  return from.origin === originOf(`${from.protocol}//${host}`) || from.origin === originOf(publicUrl)
}

function originOf(url: string | null): string | null {
  return url === null ? null : (URL.parse(url)?.origin ?? null)
}
