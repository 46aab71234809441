import { isUtf8 } from 'node:buffer'
import { createGunzip } from 'node:zlib'
import { bytesOf, type HeldFile } from './held-files.ts'

const lineFeed = 10

/**
 * The number of the first line, from 1, that is not UTF-8; null when all are. Reads the file (gz too) to that line, and holds no more of
 * it than a chunk, however long its lines are. Throws for a file that cannot be read to its end.
 */
export async function firstInvalidLine(file: HeldFile): Promise<number | null> {
  const bytes = bytesOf(file)
  const plain = file.is_gzip ? bytes.pipe(createGunzip()) : bytes
  // A pipe does not hand the failure of its source on.
  bytes.on('error', (error) => plain.destroy(error))
  let line = 1
  let cut = Buffer.alloc(0)
  for await (const chunk of plain) {
    const found = Buffer.concat([cut, chunk as Buffer])
    const text = found.subarray(0, found.length - bytesOfCut(found))
    if (!isUtf8(text)) return line + invalidAmong(text)
    line += countLines(text)
    cut = Buffer.from(found.subarray(text.length))
  }
  return cut.length === 0 ? null : line
}

/** How many bytes at the end are the beginning of a character. */
function bytesOfCut(bytes: Buffer): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count += 1) {
    const byte = bytes[bytes.length - count] ?? 0
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    const whole = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
    return count < whole ? count : 0
  }
  return 0
}

function invalidAmong(lines: Buffer): number {
  let start = 0
  for (let index = 0; ; index++) {
    const end = lines.indexOf(lineFeed, start) + 1
    if (end === 0 || !isUtf8(lines.subarray(start, end))) return index
    start = end
  }
}

function countLines(lines: Buffer): number {
  let count = 0
  for (let at = lines.indexOf(lineFeed); at !== -1; at = lines.indexOf(lineFeed, at + 1)) count++
  return count
}
