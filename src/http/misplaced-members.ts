import { ServiceError, type Violation } from '../kernel/errors.ts'
import { topLevelNames } from './misspellings.ts'

/** The names of one part of a request that no place is given to, although the other part has a member of that name. */
interface Misplaced {
  found: 'body' | 'query'
  belongs: 'body' | 'query'
  /** Names that the other part declares. */
  declared: ReadonlySet<string>
}

/** The parts that an endpoint declares; null for none. */
interface Parts {
  query: object | null
  body: object | null
}

/** The most misplaced names that a refusal lists. */
const mostListed = 20

/**
 * Refuses with 422 what is sent in the other part of the request than the one that obeys it: dropping it would do something
 * else than was asked for. A name that both parts declare is in place in both.
 */
export function refuseMisplaced(parts: Parts, sent: { query: unknown; body: unknown }): void {
  const [query, body] = [parts.query, parts.body].map((schema) => topLevelNames(schema ?? {}))
  if (!query || !body) return
  const violations = [
    ...violationsIn(sent.body, { found: 'body', belongs: 'query', declared: query.difference(body) }),
    ...violationsIn(sent.query, { found: 'query', belongs: 'body', declared: body.difference(query) }),
  ]
  if (violations.length === 0) return
  const sentences = violations.map(({ msg }) => msg).join(' ')
  throw new ServiceError('invalid', sentences, { violations })
}

function violationsIn(value: unknown, { found, belongs, declared }: Misplaced): Violation[] {
  if (declared.size === 0) return []
  const names = new Set([value].flat().flatMap((one) => (isObject(one) ? Object.keys(one) : [])))
  return [...names.intersection(declared)].slice(0, mostListed).map((name) => ({
    loc: [found, name],
    msg: `${name} is read from the ${belongs} here and has no effect in the ${found}; send it in the ${belongs}.`,
    type: 'misplaced_member',
  }))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
