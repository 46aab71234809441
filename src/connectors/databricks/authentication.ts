import type { ConnectionValues } from '../connector.ts'

/** The ways to sign in, by the parameter `authentication`; the first is the usual one. */
export const authentications = ['token', 'service_principal'] as const
type Authentication = (typeof authentications)[number]

/** The way that a connection names. */
export const authenticationOf = ({ parameters = {} }: ConnectionValues): Authentication =>
  authentications.find((name) => name === parameters['authentication']) ?? 'token'
