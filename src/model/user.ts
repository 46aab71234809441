import { Type, type Static } from 'typebox'
import { roles, teamPermissions } from './principal.ts'
import { described, Id, IdAndName, Name, nullable, optional, Timestamp } from './wire.ts'

/** The kind of user: a person, or a program that has a user of its own. */
export const userTypes = ['Human', 'Service'] as const
export type UserType = (typeof userTypes)[number]

/** Somebody beside what they did or look after. `user_id` repeats `id` for clients that read it. */
export const Person = Type.Object({
  id: described(Id, 'Unique among its kind'),
  user_id: described(Id, 'The same number as the id'),
  user_name: Type.String({ description: 'The name to sign in with, unique' }),
  name: nullable(Type.String(), 'How to call them; null: by the user name'),
  email: nullable(Type.String(), 'Address for mail; null: none is known'),
})
export type Person = Static<typeof Person>

const shortText = Type.String({ maxLength: 255 })

/** The members of a user that a client may set; in an update an absent member stays. */
export const UserChange = Type.Object({
  user_name: Type.Optional(described(Name, 'The name to sign in with, unique')),
  email: optional(shortText, 'Address for mail; null: none'),
  name: optional(shortText, 'How to call them; null: by the user name'),
  role: Type.Optional(
    described(Type.Enum(roles), 'What the user may do in the whole workspace; default Member'),
  ),
  user_type: Type.Optional(
    described(Type.Enum(userTypes), 'A person, or a program with a user of its own; default Human'),
  ),
})
export type UserChange = Static<typeof UserChange>

/** A new user: a Member and a Human unless said otherwise. */
export const UserInput = Type.Object({
  ...UserChange.properties,
  user_name: described(Name, 'The name to sign in with, unique'),
  role: optional(Type.Enum(roles), 'What the user may do in the whole workspace; default Member'),
  user_type: optional(Type.Enum(userTypes), 'A person, or a program with a user of its own; default Human'),
})
export type UserInput = Static<typeof UserInput>

/** A user by name only. `user_id` repeats `id` for clients that read it. */
export const UserStub = Type.Object({
  id: described(Id, 'Unique among its kind'),
  user_id: described(Id, 'The same number as the id'),
  user_name: Type.String({ description: 'The name to sign in with, unique' }),
  email: nullable(Type.String(), 'Address for mail; null: none is known'),
  name: nullable(Type.String(), 'How to call them; null: by the user name'),
  role: described(Type.Enum(roles), 'What the user may do in the whole workspace'),
  user_type: described(Type.Enum(userTypes), 'A person, or a program with a user of its own'),
})

/** A user as it is shown; `teams` are names. A deleted user keeps its row, because history names it. */
export const User = Type.Object({
  ...UserStub.properties,
  teams: described(Type.Array(Type.String()), 'Names of the teams that the user is in'),
  last_login: nullable(Timestamp, 'When a token of the user was used last; null: never'),
  created_at: described(Timestamp, 'When it was made'),
  deleted_at: nullable(Timestamp, 'When it was deleted; null: it is not'),
})
export type User = Static<typeof User>

/** The caller. `permissions` are those that count, over all teams; an Admin has the highest on every datastore. */
export const Self = Type.Object({
  ...User.properties,
  permissions: described(
    Type.Record(
      Type.String(),
      described(Type.Enum(teamPermissions), 'The highest permission that the caller has on the datastore'),
    ),
    'What the caller may do with each datastore, by its id as text; those without any permission are absent',
  ),
  token: nullable(
    Type.Object(
      {
        id: described(Id, 'Unique among its kind'),
        name: Type.String({ description: 'A name by which to know it again' }),
        expiration: nullable(Timestamp, 'When it expires; null: never'),
      },
      { title: 'OwnToken', description: 'The token by which the caller is known' },
    ),
    'The token by which the caller is known, also behind a session; null: none',
  ),
})
export type Self = Static<typeof Self>

/** The members of a team that a client may set; in an update an absent member stays, and a list replaces the whole list; null: nothing. */
export const TeamChange = Type.Object({
  name: Type.Optional(described(Name, 'Its name, unique')),
  description: optional(Type.String({ maxLength: 10_000 }), 'A note; null clears it'),
  permission: Type.Optional(
    described(Type.Enum(teamPermissions), 'What the members may do with the datastores of the team'),
  ),
  user_ids: optional(
    Type.Array(Id, { maxItems: 10_000 }),
    'Users in the team; they replace all that it has; null: nobody',
  ),
  datastore_ids: optional(
    Type.Array(Id, { maxItems: 10_000 }),
    'Datastores that its permission is for; they replace all that it has; null: none',
  ),
})
export type TeamChange = Static<typeof TeamChange>

/** A new team; lists that are left out are empty. */
export const TeamInput = Type.Object({
  ...TeamChange.properties,
  name: described(Name, 'Its name, unique'),
  permission: described(
    Type.Enum(teamPermissions),
    'What the members may do with the datastores of the team',
  ),
})
export type TeamInput = Static<typeof TeamInput>

/** A team where only its name and weight matter. */
export const TeamStub = Type.Object({
  id: described(Id, 'Unique among its kind'),
  name: Type.String({ description: 'Its name' }),
  permission: described(
    Type.Enum(teamPermissions),
    'What the members may do with the datastores of the team',
  ),
})
export type TeamStub = Static<typeof TeamStub>

/** What somebody may do with one datastore, and by which teams. */
export const PermissionOfUser = Type.Object({
  datastore: described(IdAndName, 'Where'),
  permission: described(Type.Enum(teamPermissions), 'The highest of them, which counts'),
  by_role: Type.Boolean({ description: 'True: an Admin has it without any team' }),
  teams: described(Type.Array(TeamStub), 'The teams of the user that have the datastore, by name'),
})
export type PermissionOfUser = Static<typeof PermissionOfUser>

/** A team with its people and what its permission is for. */
export const Team = Type.Object({
  ...TeamStub.properties,
  description: nullable(Type.String(), 'What people noted of it; null: nothing'),
  created: described(Timestamp, 'When it was made'),
  users: described(
    Type.Array(
      Type.Object(
        {
          id: described(Id, 'Unique among its kind'),
          user_name: Type.String({ description: 'The name to sign in with, unique' }),
          name: nullable(Type.String(), 'How to call them; null: by the user name'),
        },
        { title: 'TeamMember', description: 'Somebody in a team' },
      ),
    ),
    'Who is in it',
  ),
  datastores: described(Type.Array(IdAndName), 'What its permission is for'),
})
export type Team = Static<typeof Team>

/** `expires_in_days` null or absent: it never expires. `user_id` is another user's, for Admins; default the caller's own. */
export const TokenInput = Type.Object({
  name: described(Name, 'A name by which to know it again'),
  expires_in_days: optional(Type.Integer({ minimum: 1, maximum: 365 }), 'Days until it expires; null: never'),
  user_id: optional(Id, 'Whom it is for; null: the caller. Others are for Admins only'),
})
export type TokenInput = Static<typeof TokenInput>

/** The members of a token that can be changed; absent: nothing. */
export const TokenChange = Type.Object({
  active: Type.Optional(Type.Boolean({ description: 'false revokes it at once, true restores it' })),
})
export type TokenChange = Static<typeof TokenChange>

/** A token as it is listed: never what authenticates. */
export const Token = Type.Object({
  id: described(Id, 'Unique among its kind'),
  name: Type.String({ description: 'A name by which to know it again' }),
  created: described(Timestamp, 'When it was made'),
  active: Type.Boolean({ description: 'False: it is revoked' }),
  expiration: nullable(Timestamp, 'When it expires; null: never'),
  last_used: nullable(Timestamp, 'When it was used last; null: never'),
  user: described(UserStub, 'Whom it is for'),
})
export type Token = Static<typeof Token>

/** The answer to making a token: the only time that `bearer_token` is told. */
export const NewToken = Type.Object({
  ...Token.properties,
  bearer_token: described(Type.String(), 'What authenticates; it is told only now'),
})
export type NewToken = Static<typeof NewToken>
