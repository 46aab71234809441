import { Readable } from 'node:stream'
import type { Static, TSchema } from 'typebox'
import type { Context, Environment } from '../access/context.ts'

/** What a handler gets: the parts that passed their schemas. */
export interface RouteInput<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
}

type Parsed<Schema> = Schema extends TSchema ? Static<Schema> : undefined

/**
 * One endpoint: one `*.route.ts` file with a default export. Paths stand without the `/api` prefix, parameters as `{id}`.
 * Handlers translate, verbs decide: permission, existence and state are checked inside the verb that the handler calls.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** A few words for the API documentation, in the imperative. */
  summary: string
  /** The noun under which the documentation lists it, e.g. `Datastores`. */
  group: string
  /** `open` answers without a token; its context has no principal. Default: a token is needed. */
  access?: 'open'
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** Bytes that a body may have. Default: those of one thing; `bulkBody` where many are meant. */
  largest_body?: number
  /** Request headers that mean something here, for the API documentation. */
  headers?: TSchema
  /** Schemas of the successful answers by status; a null schema is an empty body. */
  responses: Record<number, TSchema | null>
  /** Set where the answer is a `Download` (what it is a file of) or an `EventStream`. Default: JSON. */
  media_type?: 'text/csv' | 'text/event-stream'
  /** Statuses with which the verb refuses beside those that follow from the parts of the request (`refusalsOf`). */
  refuses?: readonly number[]
  handler(context: never, input: never): Promise<unknown>
}

interface Definition<P, Q, B> extends Omit<Route, 'params' | 'query' | 'body' | 'handler' | 'access'> {
  params?: P
  query?: Q
  body?: B
}

/** Answers with the returned value and the first status of `responses`; undefined is an empty body. */
export function defineRoute<
  P extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(
  route: Definition<P, Q, B> & {
    handler(context: Context, input: RouteInput<Parsed<P>, Parsed<Q>, Parsed<B>>): Promise<unknown>
  },
): Route {
  return route as Route
}

/** The same for the few endpoints that answer without a token. */
export function defineOpenRoute(
  route: Omit<Route, 'params' | 'query' | 'body' | 'handler' | 'access'> & {
    handler(environment: Environment): Promise<unknown>
  },
): Route {
  return { ...route, access: 'open' }
}

/** A handler's answer that is a file to save rather than JSON; `content` is sent in pieces, as it comes. */
export class Download {
  readonly file_name: string
  readonly media_type: string
  readonly content: Readable

  constructor(fileName: string, mediaType: string, content: AsyncIterable<string>) {
    this.file_name = fileName
    this.media_type = mediaType
    this.content = Readable.from(content)
  }
}
