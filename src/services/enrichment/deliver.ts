import type { Environment } from '../../access/context.ts'
import { startBeat } from '../../kernel/beat.ts'
import { Aborted, messageOf, RunFailure, ServiceError } from '../../kernel/errors.ts'
import {
  claimDeliveries,
  finishDeliveries,
  postponeDeliveries,
  releaseDeliveries,
  renewDeliveries,
  type ClaimedDeliveries,
} from '../../store/deliveries.ts'
import { logToOperation } from '../../store/operations.ts'
import { withWriter } from '../datastores/open-writer.ts'
import { writeResults } from './write-results.ts'

/** The pause between two renewals of the right to write; three of them fit into the time of one. */
const renewalMs = 20_000

/**
 * What became of results that waited: written, not written for the reason, or in the hands of another process; null when none
 * waited. `is_over`: there is no more to write now.
 */
export type Delivery = { failure: string | null; is_over: boolean } | 'busy' | null

/**
 * Writes results that wait into their enrichment datastore: those of a run, or (null) some that are due. What cannot be written
 * stays and is tried again later. Throws Aborted when `signal` ends it, which costs no try; `within` (default: none) ends it as a
 * try that failed, with that sentence.
 */
export async function deliver(
  environment: Environment,
  operationId: number | null,
  signal: AbortSignal,
  within: { signal: AbortSignal; sentence: string } | null = null,
): Promise<Delivery> {
  const { database } = environment.store
  const claimed = await claimDeliveries(database, operationId)
  if (claimed === null || claimed === 'busy') return claimed
  try {
    await writeClaimed(environment, claimed, within ? AbortSignal.any([signal, within.signal]) : signal)
  } catch (error) {
    if (signal.aborted) {
      await releaseDeliveries(database, claimed.holder)
      throw new Aborted()
    }
    const failure = within?.signal.aborted ? within.sentence : reasonOf(environment, claimed, error)
    const givenUp = await postponeDeliveries(database, claimed.holder, failure)
    for (const id of givenUp) {
      const sentence = `Its results were not written to "${claimed.name}" and are given up after many tries: ${failure} Run the scan again to write them.`
      await logToOperation(database, id, 'error', sentence).catch(() => undefined)
    }
    return { failure, is_over: true }
  }
  for (const { operation_id, tries } of await finishDeliveries(database, claimed.holder)) {
    const sentence = `Its results were written to "${claimed.name}" at last, after ${tries} ${tries === 1 ? 'try' : 'tries'} in vain.`
    // The run may have been deleted.
    await logToOperation(database, operation_id, 'info', sentence).catch(() => undefined)
  }
  return { failure: null, is_over: claimed.are_all }
}

async function writeClaimed(
  environment: Environment,
  { holder, enrich_datastore_id: id, name, deliveries }: ClaimedDeliveries,
  signal: AbortSignal,
): Promise<void> {
  const { database } = environment.store
  const lost = new AbortController()
  const renew = async (): Promise<void> => {
    if (await renewDeliveries(database, holder)) return
    lost.abort()
    throw new RunFailure(
      'This process was out of touch for too long, and another one may write its results.',
      {
        retryable: true,
      },
    )
  }
  // The right ends by itself when the state cannot be reached.
  const renewal = startBeat(renewalMs, () => renew().catch(() => undefined))
  try {
    const ids = deliveries.map(({ container_scan_id }) => container_scan_id)
    await writeResults(
      database,
      ids,
      (work) => withWriter(environment, { id, name }, AbortSignal.any([signal, lost.signal]), work),
      // Two that write would not see each other's rows, which stood there twice then.
      renew,
    )
  } finally {
    await renewal.stop()
  }
}

function reasonOf(
  environment: Environment,
  { enrich_datastore_id }: ClaimedDeliveries,
  error: unknown,
): string {
  if (error instanceof RunFailure || error instanceof ServiceError || error instanceof Aborted)
    return messageOf(error)
  environment.log.error(
    { datastore: enrich_datastore_id, err: error },
    'Results could not be written in a way that is not foreseen.',
  )
  return `The service failed while writing: ${messageOf(error)}`
}
