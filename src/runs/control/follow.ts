import { createWakeUpSignal } from '../../kernel/wake-up-signal.ts'
import { hasEnded } from '../../model/operation.ts'
import type { Principal } from '../../model/principal.ts'
import type { OperationRow } from '../../store/operations.ts'
import type { RunContext } from '../operation.ts'
import { commonMembers, presentOperation } from '../present.ts'
import { findReadable } from './find.ts'

/** Somebody who follows a run. */
export interface Follower {
  /** The revision of the run that it knows; null when it knows none. */
  seen: number | null
  /** Aborts when it goes away. */
  signal: AbortSignal
  /** The principal, read again before everything that is sent; throws once its token is no longer good. */
  readmit(): Promise<Principal>
}

/** A revision of the run; `isLast` with the whole record, before that with the members that lists show. */
interface Change {
  revision: number
  isLast: boolean
  record: object
}

/**
 * The states of a run, from the one it is in (unless the follower knows it) to the one it ends in; null where there is
 * nothing new, but a sign of life is due. Changes that come faster than they are fetched are one. Null instead of all that
 * when the run has ended and the follower knows how. Needs Reporter on the datastore, and goes on needing it.
 */
export async function followOperation(
  context: RunContext,
  id: number,
  follower: Follower,
): Promise<AsyncIterable<Change | null> | null> {
  const operation = await findReadable(context, id)
  if (hasEnded(operation.result) && operation.revision === follower.seen) return null
  return changesOf(context, operation, follower)
}

async function* changesOf(
  context: RunContext,
  first: OperationRow,
  { seen, signal, readmit }: Follower,
): AsyncIterable<Change | null> {
  const { changes } = context.store
  const wakeUp = createWakeUpSignal()
  const unwatch = changes.watch(first.id, wakeUp.send)
  signal.addEventListener('abort', wakeUp.send)
  let known = seen
  try {
    let operation = first
    for (;;) {
      const isLast = hasEnded(operation.result)
      if (operation.revision === known) yield null
      else yield { revision: operation.revision, isLast, record: await shown(context, operation, isLast) }
      if (isLast) return
      known = operation.revision
      await wakeUp.next()
      if (signal.aborted || changes.isStopped()) return
      operation = await look(context, first.id, readmit)
    }
  } finally {
    unwatch()
    signal.removeEventListener('abort', wakeUp.send)
  }
}

/** The run as it is now, for a caller whose rights are those of now. */
async function look(
  context: RunContext,
  id: number,
  readmit: () => Promise<Principal>,
): Promise<OperationRow> {
  const principal = await readmit()
  return context.store.changes.once(`run ${id} for ${principal.user_id}`, () =>
    findReadable({ ...context, principal }, id),
  )
}

function shown(context: RunContext, operation: OperationRow, isLast: boolean): Promise<object> {
  if (!isLast) return Promise.resolve(commonMembers(context.operations, operation))
  const { changes } = context.store
  return changes.once(`end ${operation.revision} of run ${operation.id}`, () =>
    presentOperation(context, operation),
  )
}
