import type { ListedOperation, Operation, OperationType } from '../api/api.generated.ts'
import { counted } from './numbers.ts'

const kinds: Record<OperationType, string> = {
  sync: 'Sync',
  profile: 'Profile',
  scan: 'Scan',
  external_scan: 'Scan of given rows',
  export: 'Export',
  materialize: 'Materialize',
  promote: 'Promote',
}

/** Every kind of run with its word for people. */
export const runKinds = Object.entries(kinds) as [OperationType, string][]

/** The kinds of runs that people start and schedule of datastores; the others begin where their rows or their plan are. */
export const startedKinds = ['scan', 'profile', 'sync', 'export', 'materialize'] as const

/** The kind of a run, as a word for people. */
export function kindOf({ type }: { type: OperationType }): string {
  return kinds[type]
}

/** How far a run is, in containers where it has some; null where it has none. */
export function progressOf({ status }: Pick<Operation, 'status'>): { done: number; total: number } | null {
  const total = status['total_containers']
  return total === undefined
    ? null
    : { done: status['containers_analyzed'] ?? status['containers_synced'] ?? 0, total }
}

/** What a run has counted, in words. */
export function countsOf({ status }: Pick<ListedOperation, 'status'>): string {
  const words: [member: string, one: string, many: string][] = [
    ['records_processed', 'record', 'records'],
    ['partitions_scanned', 'partition', 'partitions'],
    ['anomalies_identified', 'anomaly', 'anomalies'],
    ['auto_resolved_anomaly_count', 'resolved by it', 'resolved by it'],
  ]
  return words
    .flatMap(([member, one, many]) => {
      const value = status[member]
      return value === undefined ? [] : [counted(value, one, many)]
    })
    .join(', ')
}
