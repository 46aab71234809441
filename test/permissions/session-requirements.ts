import { realToken } from '../harness/browser.ts'
import type { Requirement } from './requirements.ts'
import type { World } from './world.ts'

const token = async ({ app }: World) => ({ token: (await realToken(app)).bearer_token })

/** Counts of lists, of what the caller sees of them. */
export const facets: readonly Requirement[] = [
  { endpoint: 'GET /anomalies/facets' },
  { endpoint: 'GET /quality-checks/facets' },
  { endpoint: 'GET /operations/facets' },
  { endpoint: 'GET /container-scans/facets' },
  { endpoint: 'GET /containers/facets' },
].map((requirement) => ({
  ...requirement,
  query: 'facet=datastore',
  shows: ({ datastore }) => datastore.map(({ value }: { value: string }) => Number(value)) as number[],
}))

/** Who may be assigned what, of what the caller may assign. */
export const assignees: readonly Requirement[] = [{ endpoint: 'GET /anomalies/assignees' }]

/** Signing in and out, which whoever has a token may, and tokens. */
export const sessions: readonly Requirement[] = [
  { endpoint: 'POST /session', body: token },
  { endpoint: 'DELETE /session' },
  { endpoint: 'POST /session/codes', body: token },
  { endpoint: 'GET /events', query: 'wait=false' },

  // Tokens: everybody their own, Admins everybody's.
  {
    endpoint: 'POST /user-tokens',
    when: "the token is the caller's own",
    body: (world) => ({ name: `made ${world.unique()}` }),
  },
  {
    endpoint: 'POST /user-tokens',
    when: 'the token is for somebody else',
    target: 'user',
    body: (world, user_id) => ({ name: `made ${world.unique()}`, user_id }),
  },
  {
    endpoint: 'PUT /user-tokens/{id}',
    when: "the token is the caller's own",
    target: 'token',
    fresh: true,
    body: () => ({ active: false }),
  },
  {
    endpoint: 'PUT /user-tokens/{id}',
    when: "the token is somebody else's, or becomes active again",
    target: 'token',
    body: () => ({ active: false }),
  },
  {
    endpoint: 'PUT /user-tokens/{id}',
    when: "the token is somebody else's, or becomes active again",
    target: 'token',
    body: () => ({ active: true }),
  },
  {
    endpoint: 'DELETE /user-tokens/{id}',
    when: "the token is the caller's own",
    target: 'token',
    fresh: true,
  },
  {
    endpoint: 'DELETE /user-tokens/{id}',
    when: "the token is somebody else's",
    target: 'foreignToken',
    fresh: true,
  },
]
