import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../../access/context.ts'
import {
  SourceUnreached,
  type Connector,
  type ConnectionValues,
  type DatastoreTarget,
} from '../../connectors/connector.ts'
import { connectTimeoutSeconds } from '../../connectors/shared/network-failures.ts'
import { Aborted, ServiceError } from '../../kernel/errors.ts'
import type { ConnectionTest } from '../../model/connection.ts'
import { withBounds } from './bounds.ts'

/** Longest wait for a source to answer, seconds: below the time-out of usual clients. */
const patienceSeconds = 25

/** The time after which a host that was not reached is told of: one that never answers takes a little less. */
const sameForAllMs = (connectTimeoutSeconds + 1) * 1000

/**
 * Tries to connect, to the target too when given; throws ServiceError `connection_failed` or `invalid` with the reason.
 * Whether a host or a port is there at all is for Admins to know: everybody else gets the same answer after the same time.
 */
export async function probe(
  context: Context,
  connector: Connector,
  values: ConnectionValues,
  target: DatastoreTarget | null,
): Promise<void> {
  const signal = AbortSignal.timeout(patienceSeconds * 1000)
  const started = performance.now()
  try {
    await withBounds(context, signal, (bounds) => connector.test(values, target, bounds))
  } catch (error) {
    if (error instanceof SourceUnreached) {
      if (context.principal.role === 'Admin')
        throw new ServiceError('connection_failed', error.reason, { cause: error })
      await delay(Math.max(0, sameForAllMs - (performance.now() - started)))
    }
    if (!(error instanceof Aborted)) throw error
    const sentence = `The ${connector.title} source did not answer within ${patienceSeconds} seconds.`
    throw new ServiceError('connection_failed', sentence, { cause: error })
  }
}

/** The outcome of an attempt as an answer rather than an error. */
export async function outcomeOf(attempt: Promise<void>): Promise<ConnectionTest> {
  try {
    await attempt
    return { connected: true }
  } catch (error) {
    if (error instanceof ServiceError) return { connected: false, message: error.message }
    throw error
  }
}
