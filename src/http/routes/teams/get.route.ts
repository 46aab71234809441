import { Team } from '../../../model/user.ts'
import { readTeam } from '../../../services/teams/read.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** One team. */
export default defineRoute({
  method: 'GET',
  path: '/teams/{id}',
  summary: 'Read a team',
  group: 'Teams',
  params: idPath,
  responses: { 200: Team },
  handler: (context, { params }) => readTeam(context, params.id),
})
