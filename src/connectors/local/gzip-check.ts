import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { RunFailure } from '../../kernel/errors.ts'
import type { LocalFile } from './files.ts'
import { bytesOf, type HeldFile } from './held-files.ts'

/** Files that were found whole, as they were then; the oldest are forgotten. */
const whole = new Map<string, string>()
const mostRemembered = 10_000

/** True for a gzip file that was read from end to end before by this process, and has the same time and size. */
export const isKnownWhole = (file: LocalFile): boolean => whole.get(idOf(file)) === versionOf(file)

const idOf = ({ path, place }: LocalFile): string => place ?? path
const versionOf = ({ size_bytes, last_modified, place, stamp }: LocalFile): string =>
  `${size_bytes} ${last_modified} ${place === undefined ? '' : stamp}`

/**
 * Throws RunFailure for a gzip file that is cut off or damaged: DuckDB takes what it can read of one for all there is.
 * Every version of a file is read once by this process.
 */
export async function refuseDamagedGzip(file: HeldFile): Promise<void> {
  const { name } = file
  if (!file.is_gzip || isKnownWhole(file)) return
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  try {
    await pipeline(bytesOf(file), createGunzip({ chunkSize: 256 * 1024 }), nowhere)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    // A file that is no gzip at all, or is gone, is refused where its rows are read.
    if (!code.startsWith('Z_') || (cause instanceof Error && /header check/.test(cause.message))) return
    throw new RunFailure(
      `The file "${name}" is cut off or damaged: its gzip data does not end as it should. Copy it again.`,
      { cause },
    )
  }
  whole.set(idOf(file), versionOf(file))
  const [oldest] = whole.keys()
  if (whole.size > mostRemembered && oldest !== undefined) whole.delete(oldest)
}
