import type { Environment } from '../../access/context.ts'
import type { ScanRequest } from '../../engine/check.ts'

/** The bounds of what is done outside the source, of which `closingAreas` closes what is left open. */
export function stagingBounds(
  { sources }: Pick<Environment, 'sources'>,
  signal: AbortSignal,
): ScanRequest['staging'] {
  const { engine_memory_mb: memory_mb, scratch_folder, statement_timeout_seconds } = sources
  return { memory_mb, scratch_folder, statement_timeout_seconds, signal, open_areas: new DisposableStack() }
}

/** Does the work on a container, and then closes the staging areas that were left open for records: what was not stored of them by then never is. */
export async function closingAreas<Result>(
  { staging }: Pick<ScanRequest, 'staging'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } finally {
    staging.open_areas?.dispose()
  }
}
