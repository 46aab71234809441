import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { ConnectionValues, DatastoreTarget } from '../connector.ts'
import type { Machine } from '../shared/machine.ts'
import type { Element } from './xml.ts'

/** Where the objects of a datastore are. */
export interface Place {
  /** The vendor's name for people. */
  title: string
  host: string
  port: number
  is_encrypted: boolean
  /** The bucket, or the container of an account. */
  bucket: string
  /** The parts of an address between the host and a key. */
  base: readonly string[]
  /** The beginning of all keys, with a `/` at its end; empty for the whole bucket. */
  prefix: string
}

/** A request that is to be signed; every request reads. */
export interface Unsigned {
  /** Encoded, without the query. */
  path: string
  query: Readonly<Record<string, string>>
  /** `Host` is among them. */
  headers: Readonly<Record<string, string>>
}

/** A request as it is sent; the path with the query. */
export interface Signed {
  path: string
  headers: OutgoingHttpHeaders
}

/** An object as the server lists it. */
export interface ListedObject {
  /** The whole key. */
  key: string
  size_bytes: number
  /** ISO 8601 UTC. */
  last_modified: string
  /** With its quotes, as If-Match takes it. */
  etag: string
  /** The tier from which it has to be restored before it can be read; null: it can be read. */
  archived_as: string | null
}

/** A part of a listing; `next` is what the next part is asked by, empty after the last one. */
export interface ListedPage {
  objects: readonly ListedObject[]
  next: string
}

/** An answer of the server that is no success. */
export interface Refusal {
  status: number
  /** The server's own word, such as `AccessDenied`; empty when it gave none. */
  code: string
  /** The region that the bucket is in, when the server says so. */
  region: string | null
}

/** A place of objects, and how its server is asked for them by HTTP; listings are XML. */
export interface ObjectStore {
  place: Place
  /** All that says with whose credentials it asks, secrets too. */
  identity: readonly unknown[]
  /** What the credentials of the connection have to be allowed, as the vendor calls it. */
  permissions: { list: string; read: string }
  /** May ask another server first, until the signal ends that. */
  sign(request: Unsigned, signal: AbortSignal): Signed | Promise<Signed>
  /** The query of a part of the listing: of the one that `next` of the part before names (empty: of the first), with at most so many objects. */
  listingQuery(next: string, most: number): Record<string, string>
  /** Null for what is no listing. */
  readListing(root: Element): ListedPage | null
  /** `error`: the body, null when it is no XML. */
  readRefusal(status: number, headers: IncomingHttpHeaders, error: Element | null): Refusal
  /** What this refusal means, as a sentence; null for what every kind of server says alike. `object` is what was asked for (null: a listing). */
  sentenceOf(refusal: Refusal, object: string | null): string | null
}

/**
 * Reads place and credentials out of a connection and its datastore (null: the connection alone); `machine` is undefined where it lends
 * nothing. Throws ServiceError `invalid`.
 */
export type OpenStore = (
  connection: ConnectionValues,
  target: DatastoreTarget | null,
  machine: Machine | undefined,
) => ObjectStore
