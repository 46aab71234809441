import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Kept } from './object-server.ts'

/** What a request that writes asks for. */
export type Writing =
  | { kind: 'put' }
  | { kind: 'begin' }
  | { kind: 'part'; upload: string; name: string }
  | { kind: 'complete'; upload: string }
  | { kind: 'abort'; upload: string }
  | { kind: 'remove' }

/** A refusal, by the server's own word. */
interface Refused {
  status: number
  code: string
}

interface Answered {
  status: number
  headers?: Record<string, string>
  document?: string
}

/** What is written, with its whole body. */
interface Asked {
  key: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** How a kind of server takes objects. */
export interface WritingWords {
  /** What is asked for, or what is wrong with it before its body is read. */
  asked(request: IncomingMessage, query: URLSearchParams): Writing | Refused
  /** What is wrong with the digests of a body. */
  digestFault(headers: IncomingHttpHeaders, body: Buffer): Refused | null
  /** Why a condition of the request does not hold. */
  conditionFault(headers: IncomingHttpHeaders, kept: Kept | undefined): Refused | null
  /** The parts in the document of a completion, in their order, by name and ETag (null: by name alone); null when it is none. */
  named(document: string): { name: string; etag: string | null }[] | null
  /** Bytes that every part but the last must have. */
  least_part_bytes: number
  /** True when parts that no completion names are forgotten with it. */
  forgets: boolean
  statuses: Record<'written' | 'removed', number>
  codes: Record<'no_upload' | 'no_part' | 'small_part' | 'no_key', Refused>
  begun(upload: string): string
  completed(etag: string): string
}

/** Parts that wait: by their names, which two parts may not share. */
type Upload = Map<string, Buffer>

/** What a server of objects does with those that are written. */
export class ObjectWriting {
  readonly #words: WritingWords
  readonly #objects: Map<string, Kept>
  /** By key and name of the upload. */
  readonly #uploads = new Map<string, Upload>()
  #writes = 0

  constructor(words: WritingWords, objects: Map<string, Kept>) {
    this.#words = words
    this.#objects = objects
  }

  get unfinished(): number {
    return this.#uploads.size
  }

  keep(key: string, bytes: Buffer, tier: string | null): Kept {
    this.#writes += 1
    const modified = new Date(Math.floor(Date.now() / 1000) * 1000)
    const kept = {
      bytes,
      etag: etagOf(bytes),
      modified,
      tier,
      generation: 1_700_000_000_000_000 + this.#writes,
    }
    this.#objects.set(key, kept)
    return kept
  }

  obey(writing: Writing, asked: Asked): Answered | Refused {
    const { key, headers, body } = asked
    const words = this.#words
    const wrong = words.digestFault(headers, body)
    if (wrong) return wrong
    switch (writing.kind) {
      case 'put':
        return words.conditionFault(headers, this.#objects.get(key)) ?? this.#put(key, body)
      case 'remove': {
        const kept = this.#objects.get(key)
        if (!kept) return words.codes.no_key
        const fault = words.conditionFault(headers, kept)
        if (fault) return fault
        this.#objects.delete(key)
        return { status: words.statuses.removed }
      }
      case 'begin': {
        const id = `upload ${(this.#writes += 1)}`
        this.#uploads.set(`${key} ${id}`, new Map())
        return { status: 200, document: words.begun(id) }
      }
      case 'part': {
        const id = `${key} ${writing.upload}`
        const parts = this.#uploads.get(id) ?? (words.forgets ? new Map<string, Buffer>() : null)
        if (!parts) return words.codes.no_upload
        this.#uploads.set(id, parts.set(writing.name, body))
        return { status: words.statuses.written, headers: { etag: etagOf(body) } }
      }
      case 'complete':
        return this.#complete(`${key} ${writing.upload}`, asked)
      case 'abort':
        return this.#uploads.delete(`${key} ${writing.upload}`) ? { status: 204 } : words.codes.no_upload
    }
  }

  #put(key: string, body: Buffer): Answered {
    const { etag, generation } = this.keep(key, body, null)
    if (this.#words.forgets) this.#uploads.delete(`${key} `)
    return {
      status: this.#words.statuses.written,
      headers: { etag, 'x-goog-generation': String(generation) },
    }
  }

  #complete(upload: string, { key, headers, body }: Asked): Answered | Refused {
    const { codes, statuses, least_part_bytes, ...words } = this.#words
    const parts = this.#uploads.get(upload)
    if (!parts) return codes.no_upload
    const found = words.named(body.toString('utf8')) ?? []
    const bytes = found.flatMap(({ name, etag }) => {
      const part = parts.get(name)
      return part && (etag === null || etag === etagOf(part)) ? [part] : []
    })
    if (bytes.length === 0 || bytes.length < found.length) return codes.no_part
    if (bytes.slice(0, -1).some((part) => part.length < least_part_bytes)) return codes.small_part
    const fault = words.conditionFault(headers, this.#objects.get(key))
    if (fault) return fault
    this.#uploads.delete(upload)
    const { etag } = this.keep(key, Buffer.concat(bytes), null)
    return { status: statuses.written, headers: { etag }, document: words.completed(etag) }
  }
}

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`

/** Null when the MD5 of the body is the one that its header says, as it must. */
export function md5Fault(headers: IncomingHttpHeaders, body: Buffer, code: string): Refused | null {
  const right = createHash('md5').update(body).digest('base64')
  return body.length === 0 || headers['content-md5'] === right ? null : { status: 400, code }
}
