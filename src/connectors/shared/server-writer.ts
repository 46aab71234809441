import { Aborted, messageOf, RunFailure } from '../../kernel/errors.ts'
import { StatementTooLate } from '../connector.ts'
import type { Writer } from '../writer.ts'
import { lossOf } from './network-failures.ts'
import { TableWriter, type TableStore } from './table-writer.ts'

/** The writer of a server's tables, prepared; one that cannot be is closed. */
export async function preparedWriter(store: TableStore & { prepare(): Promise<void> }): Promise<Writer> {
  try {
    await store.prepare()
    return new TableWriter(store)
  } catch (error) {
    await store.close()
    throw error
  }
}

/** What an error of a server is to who writes there; all but `refused` may pass, so that another try is worth it. */
export type WritingFault = 'lost' | 'denied' | 'full' | 'passing' | 'refused'

/** The error as a RunFailure with a sentence; `remedy` is what helps where the account may not write. An abort stays as it is. */
export function writingFailure(
  error: unknown,
  faultOf: (error: unknown) => WritingFault,
  remedy: string,
): unknown {
  if (error instanceof Aborted || error instanceof RunFailure) return error
  if (error instanceof StatementTooLate)
    return new RunFailure(error.message, { cause: error, retryable: true })
  const fault = faultOf(error)
  return new RunFailure(sentenceOf(error, fault, remedy), { cause: error, retryable: fault !== 'refused' })
}

function sentenceOf(error: unknown, fault: WritingFault, remedy: string): string {
  const message = messageOf(error).replace(/\.$/, '')
  if (fault === 'lost') return `The connection to the enrichment datastore was lost: ${lossOf(error)}.`
  if (fault === 'denied') return `The enrichment datastore refused to write: ${message}. ${remedy}`
  if (fault === 'full') return `The enrichment datastore has no room left: ${message}. Make room there.`
  return `The enrichment datastore refused: ${message}.`
}
