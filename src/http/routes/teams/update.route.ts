import { Team, TeamChange } from '../../../model/user.ts'
import { updateTeam } from '../../../services/teams/write.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Changes the members given; a list replaces the whole list. */
export default defineRoute({
  method: 'PUT',
  path: '/teams/{id}',
  summary: 'Update a team',
  group: 'Teams',
  params: idPath,
  body: TeamChange,
  responses: { 200: Team },
  handler: (context, { params, body }) => updateTeam(context, params.id, body),
})
