import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../../access/context.ts'
import type { SessionBounds } from '../../connectors/connector.ts'

/** Gives `work` the bounds of the settings with a scratch folder of its own, which is removed however the work ends. */
export async function withBounds<Result>(
  environment: Pick<Environment, 'sources'>,
  signal: AbortSignal,
  work: (bounds: SessionBounds) => Promise<Result>,
): Promise<Result> {
  const { bounds, remove } = await makeBounds(environment, signal)
  try {
    return await work(bounds)
  } finally {
    await remove()
  }
}

/** The bounds of the settings with a new scratch folder; who has them calls `remove` after the session was closed. */
export async function makeBounds(
  environment: Pick<Environment, 'sources'>,
  signal: AbortSignal,
): Promise<{ bounds: SessionBounds; remove(): Promise<void> }> {
  const {
    engine_memory_mb,
    scratch_folder,
    allowed_paths,
    allowed_sockets = [],
    object_scratch_mb,
    machine,
    scratch_table_seconds,
    ...times
  } = environment.sources
  const { statement_timeout_seconds, check_timeout_seconds, settled_seconds } = times
  await mkdir(scratch_folder, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(scratch_folder, 'session-'))
  return {
    bounds: {
      memory_mb: engine_memory_mb,
      scratch_folder: folder,
      allowed_paths,
      allowed_sockets,
      statement_timeout_seconds,
      check_timeout_seconds,
      ...(object_scratch_mb !== undefined && { object_scratch_mb }),
      ...(machine && { machine }),
      ...(scratch_table_seconds !== undefined && { scratch_table_seconds }),
      ...(settled_seconds !== undefined && { settled_seconds }),
      signal,
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
