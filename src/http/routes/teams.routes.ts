import { Type } from 'typebox'
import { teamPermissions } from '../../model/principal.ts'
import { Team, TeamChange, TeamInput, TeamStub } from '../../model/user.ts'
import { described, SortDirection } from '../../model/wire.ts'
import { listTeamNames, listTeams, readTeam } from '../../services/teams/read.ts'
import { createTeam, removeTeam, updateTeam } from '../../services/teams/write.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { idPath } from '../paths.ts'
import { ids, text } from '../query.ts'
import { defineRoute, defineRoutes } from '../route.ts'

export default defineRoutes('Teams', [
  defineRoute({
    id: 'listTeams',
    method: 'GET',
    path: '/teams',
    summary: 'List teams',
    doc: 'Teams with their users and datastores.',
    need: 'Manager',
    query: Type.Object({
      ...pageQuery,
      name: Type.Optional(text('Part of the name')),
      sort_created: Type.Optional(described(SortDirection, 'By when it was made')),
      sort_name: Type.Optional(described(SortDirection, 'By name')),
    }),
    responses: { 200: pageOf('TeamPage', Team) },
    handler: (context, { query }) => listTeams(context, query),
  }),
  defineRoute({
    id: 'listTeamNames',
    method: 'GET',
    path: '/teams/listing',
    summary: 'List the names of teams',
    doc: 'Every team, by name, for choosing one. The teams of other users than the caller are for Managers.',
    need: 'Member',
    query: Type.Object({
      users: Type.Optional(described(ids, 'Teams in which one of these users is; Public has everybody')),
      permission: Type.Optional(described(Type.Enum(teamPermissions), 'Teams with this permission')),
    }),
    responses: { 200: Type.Array(TeamStub) },
    handler: (context, { query }) => listTeamNames(context, query),
  }),
  defineRoute({
    id: 'createTeam',
    method: 'POST',
    path: '/teams',
    summary: 'Create a team',
    doc: 'Makes a team with its users and datastores.',
    need: 'Admin',
    body: TeamInput,
    responses: { 201: Team },
    handler: (context, { body }) => createTeam(context, body),
  }),
  defineRoute({
    id: 'readTeam',
    method: 'GET',
    path: '/teams/{id}',
    summary: 'Read a team',
    doc: 'One team.',
    need: 'Manager',
    params: idPath,
    responses: { 200: Team },
    handler: (context, { params }) => readTeam(context, params.id),
  }),
  defineRoute({
    id: 'updateTeam',
    method: 'PUT',
    path: '/teams/{id}',
    summary: 'Update a team',
    doc: 'Changes the members given; a list replaces the whole list.',
    need: 'Admin',
    params: idPath,
    body: TeamChange,
    responses: { 200: Team },
    handler: (context, { params, body }) => updateTeam(context, params.id, body),
  }),
  defineRoute({
    id: 'removeTeam',
    method: 'DELETE',
    path: '/teams/{id}',
    summary: 'Delete a team',
    doc: 'Deletes a team; its users lose what it permitted.',
    need: 'Admin',
    params: idPath,
    responses: { 204: null },
    handler: (context, { params }) => removeTeam(context, params.id),
  }),
])
