import type { Endpoints } from '../../api/api.generated.ts'
import type { Members } from '../../shell/search.ts'

type Query = NonNullable<Endpoints['GET /api/datastores']['query']>

/** Which datastores an address of the list asks for. */
export function wantedOf({ one }: Members): Query {
  const search = one('search')
  return { ...(search !== undefined && { search }) }
}
