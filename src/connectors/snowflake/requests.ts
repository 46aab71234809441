import { setTimeout as pause } from 'node:timers/promises'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { ConnectionValues } from '../connector.ts'
import { HttpRequests } from '../shared/http-requests.ts'
import type { Tls } from '../shared/server-connection.ts'
import { isPassing, jsonIn } from './answer.ts'
import { credentialsOf, type Credentials } from './credentials.ts'

export const defaultPort = 443

/** So often a request that the service cannot take yet is sent again, with a pause before each. */
const mostTries = 5
const pauseMs = 300

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

  async ask<Schema extends TSchema>(
    schema: Schema,
    { method, path, query = {}, body }: Asked,
    signal: AbortSignal,
  ): Promise<Static<Schema>> {
    for (let tries = 1; ; tries++) {
      // The service runs a statement once that comes again under the same id.
      const again = tries > 1 && query['requestId'] !== undefined ? { retry: 'true' } : {}
      const search = new URLSearchParams({ ...query, ...again }).toString()
      try {
        const answer = await this.#requests.send({
          method,
          path: `/api/v2/statements${path}${search === '' ? '' : `?${search}`}`,
          headers: {
            Authorization: `Bearer ${await this.#credentials.token()}`,
            'X-Snowflake-Authorization-Token-Type': this.#credentials.kind,
            Accept: 'application/json',
            'Accept-Encoding': 'gzip',
            ...(body !== undefined && { 'Content-Type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          signal,
        })
        const value = await jsonIn(answer)
        if (!Compile(schema).Check(value)) throw new Error('its answer is not that of Snowflake')
        return value
      } catch (error) {
        if (!isPassing(error) || tries === mostTries) throw error
        await pause(tries * pauseMs, undefined, { signal })
      }
    }
  }

  close(): void {
    this.#requests.close()
  }
}
