import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerStatus } from '../../model/container.ts'

/** Why a container cannot be read, by its last sync; null when it can. */
export function unloadable({
  status,
  status_reason,
}: {
  status: ContainerStatus
  status_reason: string | null
}): RunFailure | null {
  if (status !== 'unloadable') return null
  // Some reasons are the source's own words, which end as they like.
  const reason = (status_reason ?? 'the last sync could not read it').replace(/\.?$/, '.')
  return new RunFailure(`It cannot be read: ${reason} Mend the source and run a sync.`)
}
