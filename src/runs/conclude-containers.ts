import type { Queryable } from '../store/pool.ts'
import { countRemarks } from '../store/operations.ts'
import { firstFailureOfRun } from '../store/queue/finish.ts'
import { endedContainers } from '../store/run-containers.ts'
import type { Conclusion } from './operation.ts'

/** Failed containers named in a run's message; the others are counted. */
const namedFailures = 5

/**
 * Success when every planned container succeeded, and every unit that is about none; else failure, with a message that counts
 * and names those that failed.
 * `whenEmpty` is the message of a success that had no container.
 */
export async function concludeContainers(
  transaction: Queryable,
  operationId: number,
  whenEmpty: string,
): Promise<Conclusion> {
  const given = await firstFailureOfRun(transaction, operationId)
  if (given) return { result: 'failure', message: given.message }
  const containers = await endedContainers(transaction, operationId)
  if (containers.length === 0) {
    return { result: 'success', message: whenEmpty }
  }
  const failed = containers.filter((container) => container.result !== 'success')
  if (failed.length === 0) return { result: 'success', message: null }
  const named = failed
    .slice(0, namedFailures)
    .map(({ name, message }) => `"${name}": ${message ?? 'it did not end.'}`)
  const more = failed.length > namedFailures ? ` And ${failed.length - namedFailures} more.` : ''
  return {
    result: 'failure',
    message: `${failed.length} of ${containers.length} containers failed. ${named.join(' ')}${more}`,
  }
}

/** The message of a run that has nothing to say but how many remarks are in its log; null without any. */
export async function messageOnRemarks(transaction: Queryable, operationId: number): Promise<string | null> {
  const remarks = await countRemarks(transaction, operationId)
  return remarks === 0 ? null : `Remarks: ${remarks}; the log has each.`
}
