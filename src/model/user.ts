import { Type, type Static } from 'typebox'
import { roles, teamPermissions } from './principal.ts'
import { Id, IdAndName, Name, nullable, optional, Timestamp } from './wire.ts'

/** Who uses a token: a person, or a program that has a user of its own. */
export const userTypes = ['Human', 'Service'] as const
export type UserType = (typeof userTypes)[number]

/** Somebody beside what they did or look after. `user_id` repeats `id` for clients that read it. */
export const Person = Type.Object({
  id: Id,
  user_id: Id,
  user_name: Type.String(),
  name: nullable(Type.String()),
  email: nullable(Type.String()),
})
export type Person = Static<typeof Person>

const shortText = Type.String({ maxLength: 255 })

/** What a client may set of a user; in an update an absent member stays. */
export const UserChange = Type.Object({
  user_name: Type.Optional(Name),
  email: optional(shortText),
  name: optional(shortText),
  role: Type.Optional(Type.Enum(roles)),
  user_type: Type.Optional(Type.Enum(userTypes)),
})
export type UserChange = Static<typeof UserChange>

/** A new user: a Member and a Human unless said otherwise. */
export const UserInput = Type.Object({ ...UserChange.properties, user_name: Name })
export type UserInput = Static<typeof UserInput>

/** Who somebody is, where only that is told. `user_id` repeats `id` for clients that read it. */
const UserStub = Type.Object({
  id: Id,
  user_id: Id,
  user_name: Type.String(),
  email: nullable(Type.String()),
  name: nullable(Type.String()),
  role: Type.Enum(roles),
  user_type: Type.Enum(userTypes),
})

/** A user as it is shown; `teams` are names. A deleted user keeps its row, because history names it. */
export const User = Type.Object({
  ...UserStub.properties,
  teams: Type.Array(Type.String()),
  last_login: nullable(Timestamp),
  created_at: Timestamp,
  deleted_at: nullable(Timestamp),
})
export type User = Static<typeof User>

/** What a client may set of a team; in an update an absent member stays, and a list replaces the whole list. */
export const TeamChange = Type.Object({
  name: Type.Optional(Name),
  description: optional(Type.String({ maxLength: 10_000 })),
  permission: Type.Optional(Type.Enum(teamPermissions)),
  user_ids: Type.Optional(Type.Array(Id, { maxItems: 10_000 })),
  datastore_ids: Type.Optional(Type.Array(Id, { maxItems: 10_000 })),
})
export type TeamChange = Static<typeof TeamChange>

export const TeamInput = Type.Object({
  ...TeamChange.properties,
  name: Name,
  permission: Type.Enum(teamPermissions),
})
export type TeamInput = Static<typeof TeamInput>

/** A team where only its name and weight matter. */
export const TeamStub = Type.Object({
  id: Id,
  name: Type.String(),
  permission: Type.Enum(teamPermissions),
})
export type TeamStub = Static<typeof TeamStub>

/** A team with its people and what its permission is for. */
export const Team = Type.Object({
  ...TeamStub.properties,
  description: nullable(Type.String()),
  created: Timestamp,
  users: Type.Array(Type.Object({ id: Id, user_name: Type.String(), name: nullable(Type.String()) })),
  datastores: Type.Array(IdAndName),
})
export type Team = Static<typeof Team>

/** `expires_in_days` null or absent: it never expires. `user_id` is another user's, for Admins; default the caller's own. */
export const TokenInput = Type.Object({
  name: Name,
  expires_in_days: optional(Type.Integer({ minimum: 1, maximum: 365 })),
  user_id: optional(Id),
})
export type TokenInput = Static<typeof TokenInput>

/** What can be changed of a token; absent: nothing. */
export const TokenChange = Type.Object({
  active: Type.Optional(Type.Boolean({ description: 'false revokes it at once, true restores it' })),
})
export type TokenChange = Static<typeof TokenChange>

/** A token as it is listed: never what authenticates. */
export const Token = Type.Object({
  id: Id,
  name: Type.String(),
  created: Timestamp,
  active: Type.Boolean(),
  expiration: nullable(Timestamp),
  last_used: nullable(Timestamp),
  user: UserStub,
})
export type Token = Static<typeof Token>

/** The answer to making a token: the only time that `bearer_token` is told. */
export const NewToken = Type.Object({ ...Token.properties, bearer_token: Type.String() })
export type NewToken = Static<typeof NewToken>
