import type { Environment } from '../../access/context.ts'
import type { Connector, ConnectionValues, DatastoreTarget } from '../../connectors/connector.ts'
import { Aborted, ServiceError } from '../../kernel/errors.ts'
import type { ConnectionTest } from '../../model/connection.ts'
import { withBounds } from './bounds.ts'

/** Longest wait for a source to answer, seconds: below the time-out of usual clients. */
const patienceSeconds = 25

/** Tries to connect, to the target too when given; throws ServiceError `connection_failed` or `invalid` with the reason. */
export async function probe(
  environment: Environment,
  connector: Connector,
  values: ConnectionValues,
  target: DatastoreTarget | null,
): Promise<void> {
  const signal = AbortSignal.timeout(patienceSeconds * 1000)
  try {
    await withBounds(environment, signal, (bounds) => connector.test(values, target, bounds))
  } catch (error) {
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
