import { closeSync, constants, ftruncateSync, mkdirSync, openSync } from 'node:fs'
import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { Part } from './remembered-parts.ts'

const bytesAtOnce = 1024 * 1024
/** Each takes hundredths of a millisecond; a thread for each would take ten times that. */
const laidAtOnce = 100
const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW

/** Writes parts of a file in place: it may be open. It gets its whole length, with zeros where there is no part. */
export async function writeParts(
  { path, size_bytes }: { path: string; size_bytes: number },
  parts: Iterable<Part> | AsyncIterable<Part>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, flags, 0o600)
  try {
    await file.truncate(size_bytes)
    for await (const { offset, buffers } of runsOf(parts)) await writeAll(file, buffers, offset)
  } finally {
    await file.close()
  }
}

/** Makes files of these lengths that take no space. */
export async function layFiles(files: readonly { path: string; size_bytes: number }[]): Promise<void> {
  const folders = new Set<string>()
  for (const [index, { path, size_bytes }] of files.entries()) {
    // Requests are answered in between.
    if (index % laidAtOnce === laidAtOnce - 1) await turn()
    const folder = dirname(path)
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
    folders.add(folder)
    const descriptor = openSync(path, flags, 0o600)
    try {
      ftruncateSync(descriptor, size_bytes)
    } finally {
      closeSync(descriptor)
    }
  }
}

/** Parts that follow each other are written at once: they come from a network in far smaller ones than a disk is written in. */
async function* runsOf(parts: Iterable<Part> | AsyncIterable<Part>) {
  let run: { offset: number; bytes: number; buffers: Buffer[] } | null = null
  for await (const { offset, bytes } of parts) {
    if (run && (offset !== run.offset + run.bytes || run.bytes >= bytesAtOnce)) {
      yield run
      run = null
    }
    run ??= { offset, bytes: 0, buffers: [] }
    run.buffers.push(bytes)
    run.bytes += bytes.length
  }
  if (run) yield run
}

/** A disk may take less than it was given. */
async function writeAll(file: FileHandle, buffers: readonly Buffer[], offset: number): Promise<void> {
  let left = [...buffers]
  let position = offset
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left, position)
    position += bytesWritten
    left = behind(left, bytesWritten)
  }
}

function behind(buffers: readonly Buffer[], bytes: number): Buffer[] {
  let passed = bytes
  return buffers.flatMap((buffer) => {
    const rest = buffer.subarray(Math.min(passed, buffer.length))
    passed -= buffer.length - rest.length
    return rest.length === 0 ? [] : [rest]
  })
}
