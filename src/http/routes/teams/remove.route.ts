import { removeTeam } from '../../../services/teams/write.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Deletes a team; its users lose what it permitted. */
export default defineRoute({
  method: 'DELETE',
  path: '/teams/{id}',
  summary: 'Delete a team',
  group: 'Teams',
  params: idPath,
  responses: { 204: null },
  handler: (context, { params }) => removeTeam(context, params.id),
})
