import type { Static, TSchema } from 'typebox'
import type { IdentityServer } from '../shared/identity-server.ts'
import { signedHeaders } from '../s3/aws-signature.ts'
import type { Credentials } from '../s3/credentials.ts'
import { HttpRequests } from '../shared/http-requests.ts'
import { askRepeatedly } from '../shared/repeated-requests.ts'
import type { Tls } from '../shared/server-connection.ts'
import { AthenaRefusal, membersIn } from './answer.ts'

/** Where a service of AWS is, and the region that its requests are signed for. */
export interface AwsPlace extends Pick<IdentityServer, 'host' | 'port' | 'is_encrypted'> {
  region: string
}

/** Sends signed requests to the interface of Athena, and has the answers checked. */
export class AthenaRequests {
  readonly #place: AwsPlace
  readonly #credentials: Credentials
  readonly #requests: HttpRequests

  constructor(place: AwsPlace, credentials: Credentials, tls: Tls) {
    this.#place = place
    this.#credentials = credentials
    this.#requests = new HttpRequests(place, tls, place.port)
  }

  /** Each action may be asked for twice without harm: what starts a statement says which one it is. */
  async ask<Schema extends TSchema>(
    schema: Schema,
    { action, members }: Asked,
    signal: AbortSignal,
  ): Promise<Static<Schema>> {
    const body = JSON.stringify(members)
    const send = () => this.#once(action, body, signal)
    try {
      return await askRepeatedly({ schema, title: 'Athena', send, mayPass }, signal)
    } catch (error) {
      throw explained(error, action)
    }
  }

  close(): void {
    this.#requests.close()
  }

  async #once(action: string, body: string, signal: AbortSignal): Promise<unknown> {
    const { region } = this.#place
    const headers = {
      'Content-Type': 'application/x-amz-json-1.1',
      'X-Amz-Target': `AmazonAthena.${action}`,
    }
    const keys = await this.#credentials.value(signal)
    const answer = await this.#requests.send({
      method: 'POST',
      path: '/',
      headers: signedHeaders(
        { service: 'athena', region, server: this.#place, path: '/', headers, body },
        keys,
      ),
      body,
      signal,
    })
    return membersIn(answer)
  }
}

/** A request of the interface: the name of its action and its members. */
export interface Asked {
  action: string
  members: object
}

/** True for an answer that says "again, later". */
export const isBusy = (error: unknown): boolean =>
  error instanceof AthenaRefusal &&
  (error.status === 429 || error.status >= 500 || /^(?:TooManyRequests|Throttling)/.test(error.kind))

/** A connection that was kept for the next request may have been ended by the other side meanwhile. */
const mayPass = (error: unknown): boolean =>
  isBusy(error) ||
  (error instanceof Error && 'code' in error && /^(?:ECONNRESET|EPIPE)$/.test(String(error.code)))

/** The service's own sentences about who asks name accounts and users. */
function explained(error: unknown, action: string): unknown {
  if (!(error instanceof AthenaRefusal)) return error
  const sentence = sentenceOf(error.kind, action)
  return sentence === null ? error : new AthenaRefusal(sentence, error)
}

function sentenceOf(kind: string, action: string): string | null {
  switch (kind) {
    case 'AccessDeniedException':
      return `AWS does not let these credentials do athena:${action}; let their policy allow it`
    case 'UnrecognizedClientException':
    case 'InvalidSignatureException':
    case 'SignatureDoesNotMatch':
    case 'IncompleteSignature':
    case 'MissingAuthenticationToken':
      return 'AWS does not accept the keys; correct access_key, secret_key, session_token and region'
    case 'ExpiredTokenException':
    case 'ExpiredToken':
      return 'the credentials have expired; give the connection new ones'
    default:
      return null
  }
}
