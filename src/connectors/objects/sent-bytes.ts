import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'

/** What a request sends: read anew for every try, and never held in memory as a whole where it is a file. */
export interface SentBytes {
  length: number
  /** In Base64, as Content-MD5 has it: the server refuses bytes that changed on their way. */
  md5: string
  /** In hexadecimal digits. */
  sha256: string
  open(): Readable
}

/** A text as UTF-8. */
export function textBytes(text: string): SentBytes {
  const bytes = Buffer.from(text)
  return {
    length: bytes.length,
    md5: createHash('md5').update(bytes).digest('base64'),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    open: () => Readable.from([bytes]),
  }
}

/** The bytes of a file from one offset up to another one, which is left out; aborting ends the reading with an Error. */
export async function fileBytes(
  path: string,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<SentBytes> {
  const open = (): Readable =>
    from === to ? Readable.from([]) : createReadStream(path, { start: from, end: to - 1, signal })
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  for await (const chunk of open() as AsyncIterable<Buffer>) {
    md5.update(chunk)
    sha256.update(chunk)
  }
  return { length: to - from, md5: md5.digest('base64'), sha256: sha256.digest('hex'), open }
}
