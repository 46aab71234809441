import { Aborted, RunFailure } from '../../kernel/errors.ts'
import { lossOf } from '../shared/network-failures.ts'
import type { ObjectClient } from './client.ts'

/** Moves or lists objects; what keeps them from that becomes a sentence of a RunFailure, and an abort is Aborted wherever it was noticed. */
export async function towards<Result>(
  end: 'fetched' | 'listed' | 'written',
  { signal }: ObjectClient,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    if (signal.aborted) throw new Aborted()
    if (cause instanceof RunFailure || cause instanceof Aborted) throw cause
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new RunFailure(
        `The disk below ASSAY_HOME is full: objects could not be ${end}. Make room on it.`,
        { cause },
      )
    throw new RunFailure(`The object store was lost while objects were ${end}: ${lossOf(cause)}.`, {
      cause,
      retryable: true,
    })
  }
}
