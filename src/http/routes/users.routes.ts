import { Type } from 'typebox'
import { roles } from '../../model/principal.ts'
import { PermissionOfUser, Self, User, UserChange, UserInput, userTypes } from '../../model/user.ts'
import { described, SortDirection } from '../../model/wire.ts'
import { createUser } from '../../services/users/create.ts'
import { listPermissions, listUsers, readSelf, readUser } from '../../services/users/read.ts'
import { userSorts } from '../../store/users.ts'
import { removeUser, updateUser } from '../../services/users/update.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { idPath } from '../paths.ts'
import { anyOf, text, texts } from '../query.ts'
import { defineRoute, defineRoutes } from '../route.ts'

export default defineRoutes('Users', [
  defineRoute({
    id: 'listUsers',
    method: 'GET',
    path: '/users',
    summary: 'List users',
    doc: 'Users by user name unless sorted otherwise.',
    need: 'Manager',
    query: Type.Object({
      ...pageQuery,
      name: Type.Optional(text('Part of the name, the user name or the e-mail address')),
      role: Type.Optional(described(anyOf(roles), 'Any of these roles')),
      type: Type.Optional(described(anyOf(userTypes), 'People, programs, or both')),
      team: Type.Optional(texts("A team's name")),
      include_deleted: Type.Optional(Type.Boolean({ description: 'True: users that were deleted, too' })),
      sort: Type.Optional(Type.Enum(userSorts, { description: 'Default user_name' })),
      sort_dir: Type.Optional(described(SortDirection, 'Default ascending')),
    }),
    responses: { 200: pageOf('UserPage', User) },
    handler: (context, { query }) => listUsers(context, query),
  }),
  defineRoute({
    id: 'createUser',
    method: 'POST',
    path: '/users',
    summary: 'Create a user',
    doc: 'Makes a user, who gets in once a token is made for them.',
    need: 'Admin',
    body: UserInput,
    responses: { 201: User },
    handler: (context, { body }) => createUser(context, body),
  }),
  defineRoute({
    id: 'readUser',
    method: 'GET',
    path: '/users/{id}',
    summary: 'Read a user',
    doc: 'One user, deleted or not.',
    need: 'Manager',
    params: idPath,
    responses: { 200: User },
    handler: (context, { params }) => readUser(context, params.id),
  }),
  defineRoute({
    id: 'updateUser',
    method: 'PUT',
    path: '/users/{id}',
    summary: 'Update a user',
    doc: 'Changes the members given.',
    need: 'Admin',
    params: idPath,
    body: UserChange,
    responses: { 200: User },
    handler: (context, { params, body }) => updateUser(context, params.id, body),
  }),
  defineRoute({
    id: 'removeUser',
    method: 'DELETE',
    path: '/users/{id}',
    summary: 'Delete a user',
    doc: 'Ends a user and their tokens.',
    need: 'Admin',
    params: idPath,
    responses: { 204: null },
    handler: (context, { params }) => removeUser(context, params.id),
  }),
  defineRoute({
    id: 'listPermissionsOfUser',
    method: 'GET',
    path: '/users/{id}/permissions',
    summary: 'List what a user may do',
    doc: 'The datastores with which the user may do something, by name, and the teams that it comes from. An Admin has every datastore; a deleted user none.',
    need: 'Manager',
    params: idPath,
    query: Type.Object(pageQuery),
    responses: { 200: pageOf('PermissionOfUserPage', PermissionOfUser) },
    handler: (context, { params, query }) => listPermissions(context, params.id, query),
  }),
  defineRoute({
    id: 'readOwnUser',
    method: 'GET',
    path: '/users/me',
    summary: 'Read the caller',
    doc: 'The user behind the token or the session, and what the user may do with each datastore.',
    need: 'Member',
    responses: { 200: Self },
    handler: (context) => readSelf(context),
  }),
])
