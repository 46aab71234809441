import { readSync } from 'node:fs'
import { constants, gunzipSync } from 'node:zlib'
import { RunFailure } from '../../kernel/errors.ts'
import type { FileOptions } from '../../model/container.ts'
import type { HeldFile } from './held-files.ts'
import { encodingNamed, markedEncoding, utf8 } from '../../kernel/text-encoding.ts'

/** The beginning of a text, and the encoding that it is in. */
export interface FileHead {
  text: string
  /** As the Encoding Standard names it; a byte order mark counts more than what is told. */
  encoding: string
  /** A byte order mark stands before the text, of which it is no part. */
  is_marked: boolean
}

/** Enough for any header and some rows to compare it with. */
const headBytes = 256 * 1024

/**
 * Reads the beginning of a file (gz too); synchronous, since a statement's text depends on it. Throws RunFailure for a
 * file that is no gzip although its name says so.
 */
export function readHead(file: HeldFile, { encoding: given }: Pick<FileOptions, 'encoding'>): FileHead {
  const plain = plainHead(file)
  const marked = markedEncoding(plain)
  const encoding = marked ?? (given ? encodingNamed(given) : null) ?? utf8
  // The last character may be cut in two; a decoder that expects more leaves it out.
  const text = new TextDecoder(encoding).decode(plain, { stream: true })
  return { text, encoding, is_marked: marked !== null }
}

function plainHead({ descriptor, is_gzip, name }: HeldFile): Buffer {
  const buffer = Buffer.alloc(headBytes)
  try {
    const bytes = buffer.subarray(0, readSync(descriptor, buffer, 0, headBytes, 0))
    if (!is_gzip || bytes.length === 0) return bytes
    // The end is missing on purpose; sync flush gives what there is instead of an error.
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, headBytes * 4)
  } catch (cause) {
    const isNoGzip = cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_')
    const reason = isNoGzip ? 'is not a gzip file although its name says so' : 'could not be read'
    throw new RunFailure(`The file "${name}" ${reason}.`, { cause })
  }
}
