import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Aborted, RunFailure } from '../../kernel/errors.ts'
import { bytesOf, type HeldFile } from './held-files.ts'
import { NoRecords } from './json-records.ts'
import { utf8 } from '../../kernel/text-encoding.ts'

/** A change of a text that comes in chunks. */
export interface TextChange {
  take(chunk: string): string
  /** The text after the last chunk. */
  rest(): string
}

/** Bytes that may still be written; shared by all files of a session. */
export interface ScratchBudget {
  left: number
}

interface Rewriting {
  encoding: string
  changes: readonly TextChange[]
  /** Where the text stands afterwards, UTF-8, gzipped when the file is. */
  target: string
  budget: ScratchBudget
  signal: AbortSignal
}

/**
 * Writes a text anew in the form that the engine reads, as a stream, and puts it in the place of what stood at the target.
 * Throws RunFailure for bytes that are not valid in the encoding, and when the budget is used up.
 */
export async function rewriteFile(file: HeldFile, rewriting: Rewriting): Promise<void> {
  const { target, budget, signal } = rewriting
  const part = `${target}.part`
  const source = bytesOf(file)
  const plain = file.is_gzip ? source.pipe(createGunzip()) : source
  // A pipe does not hand the failure of its source on.
  source.on('error', (error) => plain.destroy(error))
  const written = createWriteStream(part, { mode: 0o600 })
  const text = async function* (chunks: AsyncIterable<Buffer>) {
    yield* within(budget, file.name, encoded(chunks, rewriting))
  }
  try {
    if (file.is_gzip) await pipeline(plain, text, createGzip({ level: 1 }), written, { signal })
    else await pipeline(plain, text, written, { signal })
    await rename(part, target)
  } catch (cause) {
    await rm(part, { force: true })
    if (signal.aborted) throw new Aborted()
    throw failure(file.name, rewriting.encoding, cause)
  }
}

/** UTF-8 goes through as bytes, so that what is not valid in it is found by whoever reads it. */
async function* encoded(
  chunks: AsyncIterable<Buffer>,
  { encoding, changes }: Rewriting,
): AsyncGenerator<Buffer> {
  const isBytes = encoding === utf8
  const decoder = isBytes ? null : new TextDecoder(encoding, { fatal: true })
  const form = isBytes ? 'latin1' : 'utf8'
  let isFirst = true
  for await (const chunk of chunks) {
    let text = decoder ? decoder.decode(chunk, { stream: true }) : chunk.toString('latin1')
    if (isBytes && isFirst) text = text.replace(/^\u00EF\u00BB\u00BF/, '')
    isFirst = false
    yield Buffer.from(
      changes.reduce((changed, change) => change.take(changed), text),
      form,
    )
  }
  let rest = decoder?.decode() ?? ''
  for (const change of changes) rest = change.take(rest) + change.rest()
  yield Buffer.from(rest, form)
}

async function* within(
  budget: ScratchBudget,
  name: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    budget.left -= chunk.length
    if (budget.left < 0) throw noRoomFor(name)
    yield chunk
  }
}

const noRoomFor = (name: string, cause?: unknown): RunFailure =>
  new RunFailure(
    `The file "${name}" has to be written anew to be read, and the scratch space of the service is too small for it. Save the file as plain UTF-8, or give the service more disk.`,
    { cause },
  )

function failure(name: string, encoding: string, cause: unknown): unknown {
  if (cause instanceof NoRecords)
    return new RunFailure(
      `The file "${name}" has no array where records_path says that its records are. Name the members that lead to it, joined with dots.`,
      { cause },
    )
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  // Others may fill the disk meanwhile.
  if (code === 'ENOSPC' || code === 'EDQUOT') return noRoomFor(name, cause)
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return new RunFailure(
      `The file "${name}" is not ${encoding}: it holds bytes that are not valid in it. Name another encoding for the container.`,
      { cause },
    )
  if (code.startsWith('Z_'))
    return new RunFailure(`The file "${name}" is cut off or damaged: its gzip data cannot be read.`, {
      cause,
    })
  return cause
}
