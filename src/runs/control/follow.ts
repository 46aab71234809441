import { createWakeUpSignal } from '../../kernel/wake-up-signal.ts'
import { hasEnded } from '../../model/operation.ts'
import type { Principal } from '../../model/principal.ts'
import type { OperationRow } from '../../store/operations.ts'
import type { ContainerProgress } from '../../model/run-progress.ts'
import type { RunContext } from '../operation.ts'
import { commonMembers, presentOperation } from '../present.ts'
import { watchContainers } from './container-changes.ts'
import { findReadable } from './find.ts'

/** Somebody who follows a run. */
export interface Follower {
  /** The revision of the run that it knows; null when it knows none. */
  seen: number | null
  /** Aborts when it goes away. */
  signal: AbortSignal
  /** Whether it is told of the containers too. */
  with_containers: boolean
  /** The principal, read again before everything that is sent; throws once its token is no longer good. */
  readmit(): Promise<Principal>
}

/**
 * A revision of the run; `end` with the whole record, `progress` with the members that lists show. Or the containers that
 * changed; null: what was loaded of them before is old.
 */
type Change =
  | { kind: 'progress' | 'end'; revision: number; record: object }
  | { kind: 'containers'; changed: ContainerProgress[] | null }

/** The longest time between two looks at the containers, milliseconds: nobody is told when the work on one begins. */
const longestPause = 1000

/** The longest silence, milliseconds. */
const lifeMilliseconds = 15_000

/**
 * The states of a run, from the one it is in (unless the follower knows it) to the one it ends in, and of its containers in
 * between; null where there is nothing new, but a sign of life is due. Changes that come faster than they are fetched are one.
 * Null instead of all that when the run has ended and the follower knows how. Needs Reporter on the datastore, and goes on
 * needing it.
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
  { seen, signal, with_containers, readmit }: Follower,
): AsyncIterable<Change | null> {
  const { changes } = context.store
  const wakeUp = createWakeUpSignal()
  const unwatch = changes.watch(first.id, wakeUp.send)
  signal.addEventListener('abort', wakeUp.send)
  const containers = with_containers ? watchContainers(context, first.id) : null
  let known = seen
  let told = performance.now()
  try {
    let operation = first
    for (;;) {
      const { revision } = operation
      const isLast = hasEnded(operation.result)
      const isNew = revision !== known
      if (isNew)
        yield { kind: isLast ? 'end' : 'progress', revision, record: await shown(context, operation, isLast) }
      if (isLast) return
      known = revision
      const changed = containers ? await containers.look() : []
      const isTold = changed === null || changed.length > 0
      if (isTold) yield { kind: 'containers', changed }
      const now = performance.now()
      // A follower of containers is woken often, and a sign of life is for silences.
      const isLifeDue = !containers || now - told >= lifeMilliseconds
      if (!isNew && !isTold && isLifeDue) yield null
      if (isNew || isTold || isLifeDue) told = now
      await wakeUp.next(containers ? longestPause : undefined)
      await containers?.rest()
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
  return context.store.sharedReads.once(`run ${id} for ${principal.user_id}`, () =>
    findReadable({ ...context, principal }, id),
  )
}

function shown(context: RunContext, operation: OperationRow, isLast: boolean): Promise<object> {
  if (!isLast) return Promise.resolve(commonMembers(context.operations, operation))
  return context.store.sharedReads.once(`end ${operation.revision} of run ${operation.id}`, () =>
    presentOperation(context, operation),
  )
}
