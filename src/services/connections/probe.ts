import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../../access/context.ts'
import { SourceUnreached, type Connector, type SessionBounds } from '../../connectors/connector.ts'
import { connectTimeoutSeconds } from '../../connectors/shared/network-failures.ts'
import { Aborted, ServiceError } from '../../kernel/errors.ts'
import type { ConnectionTest } from '../../model/connection.ts'
import { withBounds } from './bounds.ts'

/** Longest wait for a source to answer, seconds: below the time-out of usual clients. */
const patienceSeconds = 25

/** The time after which a host that was not reached is told of: one that never answers takes a little less. */
const sameForAllMs = (connectTimeoutSeconds + 1) * 1000

/**
 * What `ask` learns from a source within its time; throws ServiceError `connection_failed` or `invalid` with the reason.
 * Whether a host or a port is there at all is for Admins to know: everybody else gets the same answer after the same time.
 */
export async function probe<Result>(
  context: Context,
  { title }: Connector,
  ask: (bounds: SessionBounds) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.timeout(patienceSeconds * 1000)
  const started = performance.now()
  try {
    return await withBounds(context, signal, ask)
  } catch (error) {
    if (error instanceof SourceUnreached) {
      if (context.principal.role === 'Admin')
        throw new ServiceError('connection_failed', error.reason, { cause: error })
      await delay(Math.max(0, sameForAllMs - (performance.now() - started)))
    }
    if (!(error instanceof Aborted)) throw error
    const sentence = `The ${title} source did not answer within ${patienceSeconds} seconds.`
    throw new ServiceError('connection_failed', sentence, { cause: error })
  }
}

/** The outcome of an attempt as an answer rather than an error, with what is to be known of the connector (default: nothing). */
export async function outcomeOf(
  attempt: Promise<void>,
  { untried }: Pick<Connector, 'untried'> = {},
): Promise<ConnectionTest> {
  const remarked = untried === undefined ? {} : { remark: untried }
  try {
    await attempt
    return { connected: true, ...remarked }
  } catch (error) {
    if (error instanceof ServiceError) return { connected: false, message: error.message, ...remarked }
    throw error
  }
}
