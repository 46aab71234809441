import type { Static, TSchema } from 'typebox'
import type { ConnectionValues } from '../connector.ts'
import { HttpRequests } from '../shared/http-requests.ts'
import { askRepeatedly } from '../shared/repeated-requests.ts'
import type { Tls } from '../shared/server-connection.ts'
import { isPassing, jsonIn } from './answer.ts'
import { credentialsOf, type Credentials } from './credentials.ts'

/** That of TLS. */
export const defaultPort = 443

/** A request below `/api/v2/statements`. */
export interface Asked {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string>
  body?: object
}

/** Sends requests of one account, and has the answers checked. */
export class SnowflakeRequests {
  readonly #requests: HttpRequests
  readonly #credentials: Credentials

  /** Throws ServiceError `invalid` for credentials that are none. */
  constructor(connection: ConnectionValues, tls: Tls) {
    this.#credentials = credentialsOf(connection)
    this.#requests = new HttpRequests(connection, tls, defaultPort)
  }

  ask<Schema extends TSchema>(schema: Schema, asked: Asked, signal: AbortSignal): Promise<Static<Schema>> {
    const send = (tries: number) => this.#once(asked, tries > 1, signal)
    return askRepeatedly({ schema, title: 'Snowflake', send, mayPass: isPassing }, signal)
  }

  async #once(
    { method, path, query = {}, body }: Asked,
    isAgain: boolean,
    signal: AbortSignal,
  ): Promise<unknown> {
    // The service runs a statement once that comes again under the same id.
    const again = isAgain && query['requestId'] !== undefined ? { retry: 'true' } : {}
    const search = new URLSearchParams({ ...query, ...again }).toString()
    const answer = await this.#requests.send({
      method,
      path: `/api/v2/statements${path}${search === '' ? '' : `?${search}`}`,
      headers: {
        Authorization: `Bearer ${await this.#credentials.token(signal)}`,
        'X-Snowflake-Authorization-Token-Type': this.#credentials.kind,
        Accept: 'application/json',
        'Accept-Encoding': 'gzip',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    })
    return jsonIn(answer)
  }

  close(): void {
    this.#requests.close()
  }
}
