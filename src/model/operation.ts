/** The operation types of the contract; which of them can be triggered is the registry's to say. */
export const operationTypes = [
  'sync',
  'profile',
  'scan',
  'external_scan',
  'export',
  'materialize',
  'promote',
] as const
export type OperationType = (typeof operationTypes)[number]

/** Results of a run that waits or goes on. */
export const unfinishedResults = ['queued', 'running'] as const

/** Results of a run that has ended; `partial` and `warning` are for exports only. */
export const finishedResults = ['success', 'partial', 'warning', 'failure', 'aborted'] as const

/** Every result that a run can have. */
export const operationResults = [...unfinishedResults, ...finishedResults] as const
export type OperationResult = (typeof operationResults)[number]

/** True when a run with this result has come to its end. */
export const hasEnded = (result: OperationResult): boolean =>
  (finishedResults as readonly OperationResult[]).includes(result)

/** Results of a container scan and of a partition scan. */
export const scanResults = [
  'queued',
  'running',
  'success',
  'failure',
  'aborted',
] as const satisfies readonly OperationResult[]
export type ScanResult = (typeof scanResults)[number]

/** The level of a line in the log of a run. */
export const logLevels = ['info', 'warning', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

/** What an export writes. */
export const exportedAssets = ['anomalies', 'checks', 'profiles'] as const
export type ExportedAsset = (typeof exportedAssets)[number]

/** Life of a durable unit of work; `cancelled` when its operation was aborted first. */
const unitStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type UnitState = (typeof unitStates)[number]

/** How a list tells of the containers of a run: each (default), how many, or not at all. */
export const containerForms = ['all', 'count', 'none'] as const
export type ContainerForm = (typeof containerForms)[number]
