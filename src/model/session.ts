import { Type, type Static } from 'typebox'
import { described, Id, nullable, Timestamp } from './wire.ts'

const Secret = Type.String({ minLength: 1, maxLength: 4096 })

/** Who signs in: one of the two members. */
export const SessionInput = Type.Object({
  token: Type.Optional(described(Secret, 'An API token; the session lives no longer than it')),
  code: Type.Optional(described(Secret, 'A one-time code instead of a token')),
})
export type SessionInput = Static<typeof SessionInput>

/** A session that has begun. What authenticates is in the cookie alone. */
export const Session = Type.Object({
  id: described(Id, 'Unique among its kind'),
  created: described(Timestamp, 'When it was made'),
  expires: described(Timestamp, 'When it ends by itself; it ends earlier with its token'),
  user_id: described(Id, 'Who signed in'),
  token: described(
    Type.Object(
      {
        id: described(Id, 'Unique among its kind'),
        name: Type.String({ description: 'A name by which to know it again' }),
        expiration: nullable(Timestamp, 'When it expires; null: never'),
      },
      { title: 'SessionToken', description: 'The token that a session stands for' },
    ),
    'The token that it stands for',
  ),
})
export type Session = Static<typeof Session>

/** Whose code it is to be. */
export const SignInCodeInput = Type.Object({
  token: described(Secret, 'The API token that the code stands for'),
})

/** A code that opens one session. */
export const SignInCode = Type.Object({
  code: Type.String({ description: 'What opens one session; it is told only now' }),
  expires: described(Timestamp, 'When it is good for nothing any more'),
  path: Type.String({
    description: 'The address of the console that signs in with it, below that of the service',
  }),
})
export type SignInCode = Static<typeof SignInCode>
