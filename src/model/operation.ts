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

/** `partial` and `warning` are results of exports only. */
export const operationResults = [
  'queued',
  'running',
  'success',
  'partial',
  'warning',
  'failure',
  'aborted',
] as const
export type OperationResult = (typeof operationResults)[number]

export const finishedResults = [
  'success',
  'partial',
  'warning',
  'failure',
  'aborted',
] as const satisfies readonly OperationResult[]

/** Results of a container scan and of a partition scan. */
export const scanResults = [
  'queued',
  'running',
  'success',
  'failure',
  'aborted',
] as const satisfies readonly OperationResult[]
export type ScanResult = (typeof scanResults)[number]

/** Life of a durable unit of work; `cancelled` when its operation was aborted first. */
const unitStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type UnitState = (typeof unitStates)[number]
