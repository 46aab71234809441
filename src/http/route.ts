import { Readable } from 'node:stream'
import type { Static, TSchema } from 'typebox'
import type { Need, NeedCase } from '../model/need.ts'
import type { UploadedFile } from '../model/uploaded-file.ts'
import type { RunContext, RunEnvironment } from '../runs/operation.ts'
import type { RunSchemas } from '../runs/schemas.ts'

/** The input of a handler: the parts that passed their schemas. */
export interface RouteInput<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  /** Null unless the endpoint takes a file and one came. */
  file: UploadedFile | null
  /** The secret of the session whose cookie came; null without one. */
  session: string | null
}

type Parsed<Schema> = Schema extends TSchema ? Static<Schema> : undefined

/**
 * One endpoint, in the file of its noun (`datastores.routes.ts`). Paths have no `/api` prefix, and parameters are written `{id}`.
 * Handlers translate, verbs decide: permission, existence and state are checked inside the verb that the handler calls.
 */
export interface Route {
  /** The operation id of the API document, by which generated clients call it: a verb and what it is about, unique. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** A few words for the API documentation, in the imperative. */
  summary: string
  /** A description in whole sentences, for the API documentation. */
  doc: string
  /**
   * The role or permission that the request needs; cases where it depends on the request. It documents what the verb checks, and a test proves it
   * for every kind of caller.
   */
  need: Need | readonly NeedCase[]
  /** The noun under which the documentation lists it, e.g. `Datastores`. */
  group: string
  /** `open` answers without a token; its context has no principal. Default: a token is needed. */
  access?: 'open'
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** Bytes that a body may have, `upload`: as the settings say. Default: those of one thing; `bulkBody` where many are meant. */
  largest_body?: number | 'upload'
  /** True where the body may be multipart/form-data too, with a `file` (default: JSON alone). */
  takes_file?: true
  /** Request headers that mean something here, for the API documentation. */
  headers?: TSchema
  /** Schemas of the successful answers by status; a null schema is an empty body. */
  responses: Record<number, TSchema | null>
  /** Set where the answer is a `Download` (what it is a file of), an `EventStream` or `Metrics`. Default: JSON. */
  media_type?: 'text/csv' | 'text/event-stream' | 'text/plain'
  /** Statuses with which the verb refuses beside those that follow from the parts of the request (`refusalsOf`). */
  refuses?: readonly number[]
  handler(context: never, input: never): Promise<unknown>
}

/** A route before its file says what noun it is of. */
type Ungrouped = Omit<Route, 'group'>

interface Definition<P, Q, B> extends Omit<Ungrouped, 'params' | 'query' | 'body' | 'handler' | 'access'> {
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
    handler(context: RunContext, input: RouteInput<Parsed<P>, Parsed<Q>, Parsed<B>>): Promise<unknown>
  },
): Ungrouped {
  return route as Ungrouped
}

/** The same for the few endpoints that answer without a token. */
export function defineOpenRoute<B extends TSchema | undefined = undefined>(
  route: Omit<Ungrouped, 'params' | 'query' | 'body' | 'handler' | 'access' | 'need'> & {
    body?: B
    handler(
      visitor: RunEnvironment & Pick<RunContext, 'origin'>,
      input: RouteInput<undefined, undefined, Parsed<B>>,
    ): Promise<unknown>
  },
): Ungrouped {
  return { ...(route as unknown as Ungrouped), access: 'open', need: 'open' }
}

/** The endpoints of one noun, whatever operations there are. */
export type RoutesOf = (schemas: RunSchemas) => Route[]

/**
 * The endpoints of one noun, under its name in the API documentation; a function of the schemas of runs where those are a part
 * of what the endpoints take or answer.
 */
export function defineRoutes(
  group: string,
  routes: readonly Ungrouped[] | ((schemas: RunSchemas) => readonly Ungrouped[]),
): RoutesOf {
  return (schemas) =>
    (typeof routes === 'function' ? routes(schemas) : routes).map((route) => ({ ...route, group }))
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

/** A handler's answer that says how long it stays the same, so that it need not be made or sent again. */
export abstract class Lasting<Value> {
  readonly value: Value

  constructor(value: Value) {
    this.value = value
  }
}

/**
 * One that follows from the state, the caller and the address alone, and not from the time or anything else: it is kept, and sent
 * again as long as the state is the same.
 */
export class FromState extends Lasting<unknown> {}

/**
 * One that follows from the version of the service alone, and is one object for everybody: it carries an ETag, and 304 says to who
 * has it that nothing has changed.
 */
export class FromVersion extends Lasting<object> {}

/** A handler's answer that is text for Prometheus; what the server counts of itself is added to it. */
export class Metrics {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
