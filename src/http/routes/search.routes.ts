import { Type } from 'typebox'
import { searchedKinds, SearchHits } from '../../model/search.ts'
import { described } from '../../model/wire.ts'
import { search } from '../../services/search/search.ts'
import { anyOf } from '../query.ts'
import { defineRoute, defineRoutes } from '../route.ts'

export default defineRoutes('Search', [
  defineRoute({
    id: 'search',
    method: 'GET',
    path: '/search',
    summary: 'Search over all',
    doc: 'Datastores, containers, fields, checks, schedules, flows and people by their names or ids, anomalies and runs by their ids: what the caller may see of them, the best first.',
    need: 'Member',
    query: Type.Object({
      q: Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: String.raw`\S`,
        description: 'A part of a name in any letter case, an id, or the uuid of an anomaly; not blank',
      }),
      kinds: Type.Optional(described(anyOf(searchedKinds), 'Any of these kinds. Left out: all')),
      size: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many hits at most' }),
    }),
    responses: { 200: SearchHits },
    handler: (context, { query }) => search(context, query),
  }),
])
