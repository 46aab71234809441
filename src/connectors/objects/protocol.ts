import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { ConnectionValues, DatastoreTarget } from '../connector.ts'
import type { Machine } from '../shared/machine.ts'
import type { SentBytes } from './sent-bytes.ts'
import type { Element } from './xml.ts'

/** Where the objects of a datastore are. */
export interface Place {
  /** The vendor's name for people. */
  title: string
  host: string
  port: number
  is_encrypted: boolean
  /** The authority that its certificate is signed by, PEM; null: one of the well-known. */
  authority: string | null
  /** The bucket, or the container of an account. */
  bucket: string
  /** The parts of an address between the host and a key. */
  base: readonly string[]
  /** The beginning of all keys, with a `/` at its end; empty for the whole bucket. */
  prefix: string
}

/** What is done with a key, or with the bucket. */
export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

/** A request that is to be signed. */
export interface Unsigned {
  method: Method
  /** Encoded, without the query. */
  path: string
  query: Readonly<Record<string, string>>
  /** `Host` is among them. */
  headers: Readonly<Record<string, string>>
  /** Its length, its type and its MD5 are among the headers; null: it has none. */
  body: SentBytes | null
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
  /** The number of this version, where the conditions of writes name that in place of the ETag. */
  generation?: string
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

/** What a request does with a key: that decides which permission it needs, and what is said when it is refused. */
export type Act = 'read' | 'write' | 'remove'

/** A step of an upload in parts, for the key of the object. */
interface UploadStep {
  method: Method
  query: Record<string, string>
}

/**
 * How an object is written in parts, none of which is seen before all are put together. Documents are XML; `id` is that of the
 * upload, `parts` what `partOf` answered for each, in their order.
 */
export interface PartedUpload {
  most_parts: number
  /** What the server gives an id for; null: it takes any. */
  begin: (UploadStep & { idOf(answer: Element): string }) | null
  part(id: string, number: number): UploadStep
  /** What names a part that the server has, from its answer. */
  partOf(id: string, number: number, headers: IncomingHttpHeaders): string
  complete(id: string, parts: readonly string[]): UploadStep & { document: string }
  /** What makes the server forget the parts; null: it does so by itself. */
  abort(id: string): UploadStep | null
}

/** How objects are written and removed. */
export interface ObjectWrites {
  /** Of every request that writes an object as a whole. */
  headers: Readonly<Record<string, string>>
  /** What lets a write or a removal happen only while the object is as it was found (null: while there is none). */
  condition(found: ListedObject | null): Record<string, string>
  /** Null: objects of any size are written by one request. */
  parted: PartedUpload | null
}

/** A place of objects, and how its server is asked for them by HTTP; listings are XML. */
export interface ObjectStore {
  place: Place
  /** All that says with whose credentials it asks, secrets too. */
  identity: readonly unknown[]
  /** What the credentials of the connection have to be allowed, as the vendor calls it. */
  permissions: Readonly<Record<'list' | Act, string>>
  /** May ask another server first, until the signal ends that. */
  sign(request: Unsigned, signal: AbortSignal): Signed | Promise<Signed>
  writes: ObjectWrites
  /** The query of a part of the listing of keys with this beginning: of the one that `next` of the part before names (empty: of the first), with at most so many objects. */
  listingQuery(prefix: string, next: string, most: number): Record<string, string>
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
