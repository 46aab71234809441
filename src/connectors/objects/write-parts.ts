import { constants } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Part } from './remembered-parts.ts'

/** Writes parts of a file in place: it may be open. It gets its whole length, with zeros where there is no part. */
export async function writeParts(
  { path, size_bytes }: { path: string; size_bytes: number },
  parts: Iterable<Part> | AsyncIterable<Part>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600)
  try {
    await file.truncate(size_bytes)
    for await (const { offset, bytes } of parts) await file.write(bytes, 0, bytes.length, offset)
  } finally {
    await file.close()
  }
}
