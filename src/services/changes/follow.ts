import type { Context } from '../../access/context.ts'
import { visibleDatastoreIds } from '../../access/visible.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { createWakeUpSignal } from '../../kernel/wake-up-signal.ts'
import type { Change, ChangeTopic, ChangeWord } from '../../model/change.ts'
import type { Principal } from '../../model/principal.ts'

/** Somebody who follows what changes. */
export interface Follower {
  topics: readonly ChangeTopic[]
  /** Where it was; null when it begins. */
  seen: number | null
  /** False: the stream ends with what there is now. */
  waits: boolean
  /** Aborts when it goes away. */
  signal: AbortSignal
  /** The principal, read again before everything that is sent; throws once it is no longer let in. */
  readmit(): Promise<Principal>
}

/** A thing that changed; `id` null: many of its kind. */
interface ToldChange {
  kind: ChangeTopic
  id: number | null
  revision: number | null
  change: ChangeWord
}

/** What is new since the batch before, and where it ends; `changes` null: unknown, so that everything is to be loaded again. */
export interface Batch {
  position: number
  changes: ToldChange[] | null
}

/** Streams that one user may follow at a time, in one process. */
const mostStreams = 20

/** Things of one kind that are named in one batch. */
const mostNamed = 100

const streams = new WeakMap<object, Map<number, number>>()

/**
 * Member: the changes of what the caller may see, beginning with a batch that knows nothing unless the follower's place is known.
 * Null among the batches is a sign of life. Throws 409 for one stream too many.
 */
export function followChanges(context: Context, follower: Follower): AsyncIterable<Batch | null> {
  const open = streams.get(context.store.feed) ?? new Map<number, number>()
  streams.set(context.store.feed, open)
  const { user_id } = context.principal
  const count = open.get(user_id) ?? 0
  if (count >= mostStreams) {
    throw new ServiceError(
      'wrong_state',
      `You follow ${mostStreams} streams of changes; close one of them, and try again.`,
    )
  }
  open.set(user_id, count + 1)
  const leave = () => {
    const left = (open.get(user_id) ?? 1) - 1
    if (left > 0) open.set(user_id, left)
    else open.delete(user_id)
  }
  // Also where nobody reads a single batch of it.
  if (follower.signal.aborted) leave()
  else follower.signal.addEventListener('abort', leave, { once: true })
  return batches(context, follower)
}

async function* batches(context: Context, follower: Follower): AsyncIterable<Batch | null> {
  const { feed } = context.store
  const { signal, seen, waits } = follower
  const wakeUp = createWakeUpSignal()
  const unwatch = feed.watch(wakeUp.send)
  signal.addEventListener('abort', wakeUp.send)
  try {
    let known = seen
    while (!signal.aborted && !feed.isStopped()) {
      const { changes, position } = await feed.since(known)
      const told = changes && (await visibleTo(context, follower, changes))
      if (told === null || told.length > 0) yield { position, changes: told }
      else yield null
      known = position
      if (!waits) return
      await wakeUp.next()
    }
  } finally {
    unwatch()
    signal.removeEventListener('abort', wakeUp.send)
  }
}

/** Of the changes those that the follower asked for and may see now, each thing once. */
async function visibleTo(
  context: Context,
  { topics, readmit }: Follower,
  changes: readonly Change[],
): Promise<ToldChange[]> {
  const principal = await readmit()
  const wanted = changes.filter(({ kind }) => topics.includes(kind))
  if (wanted.length === 0) return []
  const visible = await context.store.sharedReads.once(
    `datastores of ${principal.user_id} as ${principal.role}`,
    () => visibleDatastoreIds({ ...context, principal }),
  )
  const datastores = visible && new Set(visible)
  const seen = wanted.filter(
    ({ kind, datastore_id }) =>
      datastores === null ||
      (datastore_id === null ? kind === 'notifications' : datastores.has(datastore_id)),
  )
  return topics.flatMap((topic) => toldOf(seen.filter(({ kind }) => kind === topic)))
}

/** Changes of one kind: the last of each thing, or one for all where they are many. */
function toldOf(changes: readonly Change[]): ToldChange[] {
  const named = new Map<number, ToldChange>()
  for (const { kind, change, entities } of changes) {
    for (const { id, revision } of entities ?? []) {
      // What was made and changed since is new to whoever follows.
      const isNew = change === 'changed' && named.get(id)?.change === 'created'
      named.set(id, { kind, id, revision, change: isNew ? 'created' : change })
    }
  }
  const [first] = changes
  const isMany = named.size > mostNamed || changes.some(({ entities }) => entities === null)
  return first && isMany
    ? [{ kind: first.kind, id: null, revision: null, change: 'changed' }]
    : [...named.values()]
}
