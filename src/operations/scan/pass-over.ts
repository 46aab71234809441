import { StatementRefused } from '../../connectors/connector.ts'
import { RunFailure } from '../../kernel/errors.ts'
import { logToOperation } from '../../store/operations.ts'
import { endContainerScan, type ContainerScanRow } from '../../store/scans.ts'
import type { StepEnd } from './step-commits.ts'

/** True when there was anything to judge when the container scan began. */
export const hasChecks = (scan: ContainerScanRow): boolean => (scan.check_versions ?? []).length > 0

/** True when the fault is the container's own (no right to read it, a corrupt file), rather than a lost connection or a fault of the service. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof StatementRefused || (error instanceof RunFailure && !error.retryable)

/** Ends the scan of a container that has no check and cannot be read: nothing is missing but its count, so that is a remark of the run. */
export function passOver({ id, operation_id, container_id }: ContainerScanRow, reason: string): StepEnd {
  return {
    status: {},
    partitions: [],
    conclusion: false,
    async locked(transaction) {
      const sentence = `It has no checks, and its records could not be counted. ${reason}`
      await logToOperation(transaction, operation_id, 'warning', sentence, container_id)
      await endContainerScan(transaction, id, 'success', sentence)
    },
  }
}
