import { Type } from 'typebox'
import { roles } from '../../../model/principal.ts'
import { SortDirection } from '../../../model/wire.ts'
import { User, userTypes } from '../../../model/user.ts'
import { listUsers, userSorts } from '../../../services/users/read.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { anyOf, text, texts } from '../../query.ts'
import { defineRoute } from '../../route.ts'

/** Users by user name unless sorted otherwise. */
export default defineRoute({
  method: 'GET',
  path: '/users',
  summary: 'List users',
  group: 'Users',
  query: Type.Object({
    ...pageQuery,
    name: Type.Optional(text('Part of the name, the user name or the e-mail address')),
    role: Type.Optional(anyOf(roles)),
    type: Type.Optional(anyOf(userTypes)),
    team: Type.Optional(texts("A team's name")),
    include_deleted: Type.Optional(Type.Boolean()),
    sort: Type.Optional(Type.Enum(userSorts, { description: 'Default user_name' })),
    sort_dir: Type.Optional(SortDirection),
  }),
  responses: { 200: pageOf(User) },
  handler: (context, { query }) => listUsers(context, query),
})
