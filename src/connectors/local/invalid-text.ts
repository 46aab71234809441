import { isUtf8 } from 'node:buffer'
import { createGunzip } from 'node:zlib'
import { bytesOf, type HeldFile } from './held-files.ts'

const lineFeed = 10

/** The number of the first line, from 1, that is not UTF-8; null when all are. Reads the file (gz too) to that line. */
export async function firstInvalidLine(file: HeldFile): Promise<number | null> {
  const bytes = bytesOf(file)
  const plain = file.is_gzip ? bytes.pipe(createGunzip()) : bytes
  let line = 1
  let rest = Buffer.alloc(0)
  for await (const chunk of plain) {
    const text = Buffer.concat([rest, chunk as Buffer])
    const end = text.lastIndexOf(lineFeed) + 1
    const lines = text.subarray(0, end)
    if (!isUtf8(lines)) return line + invalidAmong(lines)
    line += countLines(lines)
    rest = text.subarray(end)
  }
  return isUtf8(rest) ? null : line
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
