import { ServiceError } from '../../kernel/errors.ts'
import type { ConnectionValues } from '../connector.ts'
import { wordIn } from '../shared/identity-server.ts'
import { Renewed } from '../shared/renewed.ts'
import { askForToken } from '../shared/token-request.ts'

const renewed = new Renewed<string>()

/** An access token of the account's own OAuth, had anew before it ends. Throws ServiceError `invalid` where a member is missing. */
export function refreshing({
  host,
  port,
  password,
  access_key,
  secret_key,
  parameters = {},
}: ConnectionValues): (signal: AbortSignal) => Promise<string> {
  if (!password || !access_key || !secret_key)
    throw new ServiceError(
      'invalid',
      'A connection that signs in by a refresh token needs it in `password`, the client id in `access_key` and the client secret in `secret_key`.',
    )
  const server = {
    host: host ?? 'localhost',
    port: port ?? 443,
    is_encrypted: parameters['sslmode'] !== 'disable',
    path: '/oauth/token-request',
    named_by: 'host',
  }
  const form = { grant_type: 'refresh_token', refresh_token: password }
  const basic = Buffer.from(`${access_key}:${secret_key}`, 'utf8').toString('base64')
  const ask = () => askForToken(server, form, sentenceOf, { Authorization: `Basic ${basic}` })
  return (signal) => renewed.value([server, form, basic], ask, signal)
}

function sentenceOf(error: string): string {
  switch (error) {
    case 'invalid_client':
      return 'Snowflake does not accept the client. Correct access_key and secret_key, which are the client id and client secret of the security integration.'
    case 'invalid_grant':
      return 'Snowflake does not accept the refresh token: it has expired, was revoked, or belongs to another client. Give a new one in password.'
    default:
      return `Snowflake refused to renew the token${wordIn(error)}. See whether password, access_key and secret_key are right.`
  }
}
