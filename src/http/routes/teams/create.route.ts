import { Team, TeamInput } from '../../../model/user.ts'
import { createTeam } from '../../../services/teams/write.ts'
import { defineRoute } from '../../route.ts'

/** Makes a team with its users and datastores. */
export default defineRoute({
  method: 'POST',
  path: '/teams',
  summary: 'Create a team',
  group: 'Teams',
  body: TeamInput,
  responses: { 201: Team },
  handler: (context, { body }) => createTeam(context, body),
})
