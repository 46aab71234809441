import type { OutgoingHttpHeaders } from 'node:http'
import aws4 from 'aws4'
import type { Place } from '../objects/protocol.ts'
import type { AwsKeys } from './credentials.ts'

/** A request with a body to a service of AWS. */
interface Unsigned {
  /** As the service calls itself, such as `sts`. */
  service: string
  region: string
  server: Pick<Place, 'host' | 'port' | 'is_encrypted'>
  path: string
  headers: Record<string, string>
  body: string
}

/** The headers of a POST, by version 4 of the signatures of AWS. They name the host, and hold for some minutes. */
export function signedHeaders(
  { service, region, server, path, headers, body }: Unsigned,
  { access_key, secret_key, session_token }: AwsKeys,
): OutgoingHttpHeaders {
  const { host, port, is_encrypted } = server
  const named = host.includes(':') ? `[${host}]` : host
  const Host = port === (is_encrypted ? 443 : 80) ? named : `${named}:${port}`
  const signed = aws4.sign(
    { service, region, method: 'POST', path, headers: { ...headers, Host }, body },
    {
      accessKeyId: access_key,
      secretAccessKey: secret_key,
      ...(session_token !== null && { sessionToken: session_token }),
    },
  )
  return signed.headers ?? {}
}
