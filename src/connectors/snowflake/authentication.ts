import type { ConnectionValues } from '../connector.ts'

/** The ways to sign in, by the parameter `authentication`; the first is the usual one. */
export const authentications = ['key_pair', 'oauth', 'programmatic_access_token'] as const
export type Authentication = (typeof authentications)[number]

/** The way that a connection names. */
export const authenticationOf = ({ parameters = {} }: ConnectionValues): Authentication =>
  authentications.find((name) => name === parameters['authentication']) ?? 'key_pair'
