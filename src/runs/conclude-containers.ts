import type { Queryable } from '../store/pool.ts'
import { firstFailureOfRun } from '../store/queue/finish.ts'
import { countRemarks, logToOperation } from '../store/operations.ts'
import { endedContainers, plannedCount } from '../store/run-containers.ts'
import type { Conclusion } from './operation.ts'

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
  const given = await firstFailureOfRun(transaction, operationId)
  if (given) return { result: 'failure', message: given.message }
  const containers = await endedContainers(transaction, operationId)
  const deleted = await remarkOnDeleted(transaction, operationId, containers.length)
  if (containers.length === 0) return { result: 'success', message: deleted ?? whenEmpty }
  const failures = sentenceOnFailures(containers)
  const said = [failures, deleted].filter((part) => part !== null).join(' ')
  return { result: failures === null ? 'success' : 'failure', message: said === '' ? null : said }
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

/** Logs how many of the planned containers are not among those that are left; the sentence, or null. */
async function remarkOnDeleted(
  transaction: Queryable,
  operationId: number,
  left: number,
): Promise<string | null> {
  const planned = await plannedCount(transaction, operationId)
  const deleted = planned - left
  if (deleted <= 0) return null
  const sentence = `${deleted} of ${planned} containers ${deleted === 1 ? 'was' : 'were'} deleted while the run went on, so there are no results for ${deleted === 1 ? 'it' : 'them'}.`
  await logToOperation(transaction, operationId, 'warning', sentence)
  return sentence
}

/** The message of a run that has nothing to say but how many remarks are in its log; null without any. */
export async function messageOnRemarks(transaction: Queryable, operationId: number): Promise<string | null> {
  const remarks = await countRemarks(transaction, operationId)
  return remarks === 0 ? null : `Remarks: ${remarks}; the log has each.`
}
