import { Type } from 'typebox'
import { TeamStub } from '../../../model/user.ts'
import { listTeamNames } from '../../../services/teams/read.ts'
import { defineRoute } from '../../route.ts'

/** Every team, by name, for choosing one. */
export default defineRoute({
  method: 'GET',
  path: '/teams/listing',
  summary: 'List the names of teams',
  group: 'Teams',
  responses: { 200: Type.Array(TeamStub) },
  handler: listTeamNames,
})
