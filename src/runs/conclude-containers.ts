import type { Queryable } from '../store/pool.ts'
import { firstFailureOfRun } from '../store/queue/finish.ts'
import { countRemarks } from '../store/operations.ts'
import { endedContainers } from '../store/run-containers.ts'
import type { Conclusion } from './operation.ts'
import { remarkOnDeleted } from './remark-on-deleted.ts'

/** Failed containers named in a run's message; the others are counted. */
const namedFailures = 5

/**
 * Success when every planned container succeeded, and every unit that is about none; else failure, with a message that counts
 * and names those that failed. Containers that were deleted since they were planned are a remark, in the run's log too.
 * `whenEmpty` is the message of a success that had no container.
 */
export async function concludeContainers(
  transaction: Queryable,
  operationId: number,
  whenEmpty: string,
): Promise<Conclusion> {
  const { result, message } = await conclude(transaction, operationId, whenEmpty)
  return { result, message }
}

/**
 * As `concludeContainers`, for runs that say nothing else of the remarks that they logged: the message of a success counts them,
 * unless the one on deleted containers, which it quotes, is the only one. `remarks` is the number of all.
 */
export async function concludeWithRemarks(
  transaction: Queryable,
  operationId: number,
  whenEmpty: string,
): Promise<Conclusion & { remarks: number }> {
  const { result, message, deleted } = await conclude(transaction, operationId, whenEmpty)
  const remarks = await countRemarks(transaction, operationId)
  const unsaid = remarks - (deleted === null ? 0 : 1)
  const counted = unsaid === 0 || result !== 'success' ? null : `Remarks: ${remarks}; the log has each.`
  return { result, message: joined(message, counted), remarks }
}

/** As `concludeContainers`, with the remark on deleted containers that the message ends in, or null. */
async function conclude(
  transaction: Queryable,
  operationId: number,
  whenEmpty: string,
): Promise<Conclusion & { deleted: string | null }> {
  const given = await firstFailureOfRun(transaction, operationId)
  if (given) return { result: 'failure', message: given.message, deleted: null }
  const containers = await endedContainers(transaction, operationId)
  const deleted = await remarkOnDeleted(transaction, operationId, containers.length)
  if (containers.length === 0) return { result: 'success', message: deleted ?? whenEmpty, deleted }
  const failures = sentenceOnFailures(containers)
  return { result: failures === null ? 'success' : 'failure', message: joined(failures, deleted), deleted }
}

/** The sentences that there are, in one text; null when there is none. */
function joined(...sentences: (string | null)[]): string | null {
  const said = sentences.filter((sentence) => sentence !== null).join(' ')
  return said === '' ? null : said
}

/** Whether the run would be a success if it ended now. */
export async function isSuccessful(database: Queryable, operationId: number): Promise<boolean> {
  if (await firstFailureOfRun(database, operationId)) return false
  return sentenceOnFailures(await endedContainers(database, operationId)) === null
}

type Ended = Awaited<ReturnType<typeof endedContainers>>

function sentenceOnFailures(containers: Ended): string | null {
  const failed = containers.filter((container) => container.result !== 'success')
  if (failed.length === 0) return null
  const named = failed
    .slice(0, namedFailures)
    .map(({ name, message }) => `"${name}": ${message ?? 'it did not end.'}`)
  const more = failed.length > namedFailures ? ` And ${failed.length - namedFailures} more.` : ''
  return `${failed.length} of ${containers.length} containers failed. ${named.join(' ')}${more}`
}
