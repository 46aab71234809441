import type { IncomingMessage } from 'node:http'
import { RunFailure } from '../../kernel/errors.ts'
import { SilentServer, UnansweredRequest } from '../shared/whole-answer.ts'
import type { ObjectClient } from './client.ts'
import type { ObjectFile } from './listing.ts'
import type { Part } from './remembered-parts.ts'

/** Bytes of an object, the first and the one after the last. */
export interface Range {
  from: number
  to: number
}

/** What of an object has to be known to read it in one version. */
export type ReadObject = Pick<ObjectFile, 'key' | 'etag' | 'size_bytes' | 'name'>

/** After so many cuts without a byte in between an object is given up. */
const mostCuts = 5

/**
 * The bytes of a range of the version that was listed. A connection that is cut is made anew, and goes on behind the last byte that
 * came. Throws RunFailure when there is another version by now.
 */
export async function* readRange(
  client: ObjectClient,
  file: ReadObject,
  { from, to }: Range,
): AsyncGenerator<Buffer> {
  let position = from
  let cuts = 0
  while (position < to) {
    let isBegun = false
    try {
      const headers = { 'If-Match': file.etag, Range: `bytes=${position}-${to - 1}` }
      const answer = await client.ask({ key: file.key, headers })
      isBegun = true
      requireRange(answer, file, position)
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        if (position + chunk.length > to) throw otherBytes(file)
        position += chunk.length
        cuts = 0
        yield chunk
      }
      if (position < to) throw new SilentServer('The server closed the connection within an object.')
    } catch (error) {
      cuts += 1
      // What the server does not answer was asked again before it came here.
      const most = error instanceof UnansweredRequest ? (isBegun ? 1 : 0) : mostCuts
      if (!isCut(error, client) || cuts > most) throw error
      await client.pause(cuts)
    }
  }
}

/** The same at once, for few bytes. */
export async function readPart(client: ObjectClient, file: ReadObject, range: Range): Promise<Part> {
  return { offset: range.from, bytes: Buffer.concat(await Array.fromAsync(readRange(client, file, range))) }
}

/** The whole object in parts, see readRange. */
export async function* readParts(client: ObjectClient, file: ReadObject): AsyncGenerator<Part> {
  let offset = 0
  for await (const bytes of readRange(client, file, { from: 0, to: file.size_bytes })) {
    yield { offset, bytes }
    offset += bytes.length
  }
}

function isCut(error: unknown, client: ObjectClient): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || client.isPassing(error)
}

/** A server that does not know conditions or ranges would hand over another version, or the same bytes twice. */
function requireRange({ headers, statusCode }: IncomingMessage, file: ReadObject, position: number): void {
  const { etag = file.etag, 'content-range': range } = headers
  const size = String(file.size_bytes)
  const [, first, whole] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(range ?? '') ?? []
  const isAll = statusCode === 200 && position === 0 && headers['content-length'] === size
  const isPart = statusCode === 206 && first === String(position) && (whole === size || whole === '*')
  if (etag !== file.etag || (!isAll && !isPart)) throw otherBytes(file)
}

function otherBytes({ name }: ReadObject): RunFailure {
  return new RunFailure(
    `The server handed over other bytes of the object "${name}" than were asked for; they are not read. See whether it supports If-Match and Range.`,
  )
}
