import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { RunFailure } from '../../kernel/errors.ts'
import { bytesOf, type HeldFile } from './held-files.ts'

/** Files that were found whole, as they were then; the oldest are forgotten. */
const whole = new Map<string, string>()
const mostRemembered = 10_000

/**
 * Throws RunFailure for a gzip file that is cut off or damaged: DuckDB takes what it can read of one for all there is.
 * Every version of a file is read once by this process.
 */
export async function refuseDamagedGzip(file: HeldFile): Promise<void> {
  const { name, path, size_bytes, last_modified } = file
  if (!file.is_gzip) return
  const version = `${size_bytes} ${last_modified}`
  if (whole.get(path) === version) return
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
  whole.set(path, version)
  const [oldest] = whole.keys()
  if (whole.size > mostRemembered && oldest !== undefined) whole.delete(oldest)
}
