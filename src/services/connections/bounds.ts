import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../../access/context.ts'
import type { SessionBounds } from '../../connectors/connector.ts'

/** Gives `work` the bounds of the settings with a scratch folder of its own, which is removed however the work ends. */
export async function withBounds<Result>(
  environment: Environment,
  signal: AbortSignal,
  work: (bounds: SessionBounds) => Promise<Result>,
): Promise<Result> {
  const {
    engine_memory_mb,
    scratch_folder,
    allowed_paths,
    allowed_sockets = [],
    ...times
  } = environment.sources
  const { statement_timeout_seconds, check_timeout_seconds, settled_seconds } = times
  await mkdir(scratch_folder, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(scratch_folder, 'session-'))
  try {
    return await work({
      memory_mb: engine_memory_mb,
      scratch_folder: folder,
      allowed_paths,
      allowed_sockets,
      statement_timeout_seconds,
      check_timeout_seconds,
      ...(settled_seconds !== undefined && { settled_seconds }),
      signal,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
