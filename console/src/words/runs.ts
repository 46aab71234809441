import type { ListedOperation, Operation, OperationType } from '../api/api.generated.ts'
import { counted } from './numbers.ts'

const kinds: Record<OperationType, { one: string; many: string }> = {
  scan: { one: 'Scan', many: 'scans' },
  external_scan: { one: 'Scan of given rows', many: 'scans of given rows' },
  profile: { one: 'Profile', many: 'profiles' },
  sync: { one: 'Sync', many: 'syncs' },
  export: { one: 'Export', many: 'exports' },
  materialize: { one: 'Materialize', many: 'materializations' },
  promote: { one: 'Promote', many: 'promotions' },
}

const everyKind = Object.entries(kinds) as [OperationType, { one: string; many: string }][]

/** Every kind of run with its word for people. */
export const runKinds = everyKind.map(([type, { one }]) => [type, one] as const)

/** The same with the word for many of them. */
export const pluralKinds = everyKind.map(([type, { many }]) => [type, many] as const)

/** The kinds of runs that people start and schedule of datastores; the others begin where their rows or their plan are. */
export const startedKinds = ['scan', 'profile', 'sync', 'export', 'materialize'] as const

/** The kind of a run, as a word for people. */
export function kindOf({ type }: { type: OperationType }): string {
  return kinds[type].one
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
