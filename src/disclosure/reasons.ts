import { StatementRefused } from '../connectors/connector.ts'
import { withheldFailure } from '../engine/masking.ts'
import { messageOf, RunFailure } from '../kernel/errors.ts'

/**
 * Does the work, and withholds the source's reason for a failure where a container that it reads has masked fields. What may
 * pass when it is tried again (a lost connection) is no reason of that kind, and stays.
 */
export async function withholdingReason<Result>(
  masked: ReadonlySet<string>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isReason = error instanceof StatementRefused || (error instanceof RunFailure && !error.retryable)
    if (masked.size === 0 || !isReason) throw error
    throw new RunFailure(withheldFailure(messageOf(error)), { cause: error })
  }
}
