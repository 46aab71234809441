import type { Static, TSchema } from 'typebox'
import type { ConnectionValues } from '../connector.ts'
import { serviceAccountOf, serviceAccountToken, type ServiceAccount } from '../shared/google-account.ts'
import { HttpRequests } from '../shared/http-requests.ts'
import { Renewed } from '../shared/renewed.ts'
import { askRepeatedly } from '../shared/repeated-requests.ts'
import type { Tls } from '../shared/server-connection.ts'
import { BigqueryRefusal, jsonIn } from './answer.ts'

/** Reading tables and running queries. */
const scope = 'https://www.googleapis.com/auth/bigquery'
const renewed = new Renewed<string>()

/** Where the interface is, unless a connection names a host. */
export const usualHost = 'bigquery.googleapis.com'

/** Sends requests of one service account to the interface, and has the answers checked. */
export class BigqueryRequests {
  /** The project that pays for queries. */
  readonly project: string
  readonly #requests: HttpRequests
  readonly #account: ServiceAccount

  /** Throws ServiceError `invalid` for a key that is none. */
  constructor(connection: ConnectionValues, tls: Tls) {
    this.#account = serviceAccountOf(connection.credentials_payload ?? '')
    const { project } = connection.parameters ?? {}
    this.project = typeof project === 'string' ? project : (this.#account.project ?? '')
    this.#requests = new HttpRequests({ ...connection, host: connection.host ?? usualHost }, tls, 443)
  }

  /** `path` is below the version of the interface; `query` are the members of its search that are set. */
  ask<Schema extends TSchema>(schema: Schema, asked: Asked, signal: AbortSignal): Promise<Static<Schema>> {
    const send = () => this.#once(asked, signal)
    return askRepeatedly({ schema, title: 'BigQuery', send, mayPass: isPassing }, signal)
  }

  async #once({ method, path, query = {}, body }: Asked, signal: AbortSignal): Promise<unknown> {
    const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString()
    const answer = await this.#requests.send({
      method,
      path: `/bigquery/v2/${path}${search === '' ? '' : `?${search}`}`,
      headers: {
        Authorization: `Bearer ${await this.#token(signal)}`,
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json; charset=utf-8' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    })
    return jsonIn(answer)
  }

  /** Throws RunFailure when the account is not let in, and SourceUnreached. */
  #token(signal: AbortSignal): Promise<string> {
    return renewed.value([this.#account], () => serviceAccountToken(this.#account, scope), signal)
  }

  close(): void {
    this.#requests.close()
  }
}

/** A request of the interface. */
export interface Asked {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string>
  body?: object
}

/** True for an answer that says "again, later". */
export const isPassing = (error: unknown): boolean =>
  error instanceof BigqueryRefusal &&
  (error.status === 429 || error.status >= 500 || /^(?:rateLimitExceeded|backendError)$/.test(error.reason))
