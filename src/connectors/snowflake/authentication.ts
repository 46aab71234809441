import type { ConnectionValues } from '../connector.ts'

/** The ways to sign in, by the parameter `authentication`; the first is the usual one. */
export const authentications = ['key_pair', 'oauth', 'refresh_token', 'programmatic_access_token'] as const
export type Authentication = (typeof authentications)[number]

/** The members of a connection that each of them needs. */
export const membersFor = {
  key_pair: ['username', 'credentials_payload'],
  oauth: ['password'],
  refresh_token: ['password', 'access_key', 'secret_key'],
  programmatic_access_token: ['password'],
} as const satisfies Record<Authentication, readonly (keyof ConnectionValues)[]>

/** The way that a connection names. */
export const authenticationOf = ({ parameters = {} }: ConnectionValues): Authentication =>
  authentications.find((name) => name === parameters['authentication']) ?? 'key_pair'
