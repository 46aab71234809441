import { Type } from 'typebox'
import { Team } from '../../../model/user.ts'
import { SortDirection } from '../../../model/wire.ts'
import { listTeams } from '../../../services/teams/read.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { text } from '../../query.ts'
import { defineRoute } from '../../route.ts'

/** Teams with their users and datastores. */
export default defineRoute({
  method: 'GET',
  path: '/teams',
  summary: 'List teams',
  group: 'Teams',
  query: Type.Object({
    ...pageQuery,
    name: Type.Optional(text('Part of the name')),
    sort_created: Type.Optional(SortDirection),
    sort_name: Type.Optional(SortDirection),
  }),
  responses: { 200: pageOf(Team) },
  handler: (context, { query }) => listTeams(context, query),
})
