import type { Static, TSchema } from 'typebox'
import type { ConnectionValues } from '../connector.ts'
import { HttpRequests } from '../shared/http-requests.ts'
import { askRepeatedly } from '../shared/repeated-requests.ts'
import type { Tls } from '../shared/server-connection.ts'
import { DatabricksRefusal, isPassing, jsonIn } from './answer.ts'
import { credentialsOf, type Credentials } from './credentials.ts'

/** That of https, by which a workspace is reached. */
export const defaultPort = 443

/** A request below `/api/2.0/sql/statements`. */
export interface Asked {
  method: 'GET' | 'POST'
  path: string
  body?: object
}

/** Sends requests of one account to one workspace, and has the answers checked. */
export class DatabricksRequests {
  readonly credentials: Credentials
  readonly #requests: HttpRequests

  /** Throws ServiceError `invalid` for a connection without credentials. */
  constructor(connection: ConnectionValues, tls: Tls) {
    const { host, port } = connection
    const workspace = { host: host ?? '', port: port ?? defaultPort, is_encrypted: tls !== null }
    this.credentials = credentialsOf(connection, workspace)
    this.#requests = new HttpRequests(connection, tls, defaultPort)
  }

  async ask<Schema extends TSchema>(
    schema: Schema,
    asked: Asked,
    signal: AbortSignal,
  ): Promise<Static<Schema>> {
    const request = {
      schema,
      title: 'Databricks',
      send: () => this.#once(asked, signal),
      mayPass: (error: unknown) => error instanceof DatabricksRefusal && isPassing(error),
    }
    try {
      return await askRepeatedly(request, signal)
    } catch (error) {
      throw explained(error)
    }
  }

  close(): void {
    this.#requests.close()
  }

  async #once({ method, path, body }: Asked, signal: AbortSignal): Promise<unknown> {
    const answer = await this.#requests.send({
      method,
      path: `/api/2.0/sql/statements${path}`,
      headers: {
        Authorization: `Bearer ${await this.credentials.token(signal)}`,
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    })
    return jsonIn(answer)
  }
}

/** The service's own sentences about who asks name accounts. */
function explained(error: unknown): unknown {
  if (!(error instanceof DatabricksRefusal) || (error.status !== 401 && error.status !== 403)) return error
  return new DatabricksRefusal(
    'Databricks does not accept the credentials, or does not let their owner use the SQL warehouse; correct them, or grant "Can use" on the warehouse',
    error,
  )
}
