import { StatementRefused } from '../connectors/connector.ts'
import { RunFailure, ServiceError } from '../kernel/errors.ts'
import type { HeldUnit } from '../store/queue/claim.ts'

/** A unit that keeps failing for reasons that may pass, or keeps losing its worker, is given up after this many tries. */
export const maximumTries = 4

/** True for an error of the kinds that say in a sentence what is wrong; others are faults of the service. */
export const isForeseen = (error: unknown): error is Error =>
  error instanceof RunFailure || error instanceof ServiceError || error instanceof StatementRefused

/** True when a unit whose work threw this is put back for another try. */
export function isTriedAgain({ failures }: Pick<HeldUnit, 'failures'>, error: unknown): boolean {
  const mayPass =
    error instanceof RunFailure || error instanceof ServiceError ? error.retryable : !isForeseen(error)
  return mayPass && failures + 1 < maximumTries
}
