import type { Environment } from '../../access/context.ts'
import type { HeldSession, Session } from '../../connectors/connector.ts'
import { observed } from '../../connectors/observed.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import type { ContainerReference } from '../../model/container.ts'
import { findDatastoreSource, recordConnected, type DatastoreSource } from '../../store/datastores.ts'
import { makeBounds } from '../connections/bounds.ts'
import { openSource, withSession } from './open-session.ts'
import { renewed } from './renewed.ts'

/** Sessions that rest at the same time in one process, the time for which they do, and the time after which one is not used again. */
const mostResting = 4
const restMs = 5000
const longestMs = 60_000

/** A session of nobody's work in hand, with what is to be ended with it. */
interface KeptSession {
  datastore_id: number
  /** All that it was opened with: another text is another source. */
  source: string
  session: Session
  /** Aborting stops the work in hand, and makes the session useless. */
  stop: AbortController
  openedAt: number
  close(): Promise<void>
}

interface Resting {
  kept: KeptSession
  /** True when it rests. */
  isAtRest: Promise<boolean>
  timer: NodeJS.Timeout
}

/** Those of each service in this process, by its settings of sources. */
const resting = new WeakMap<Environment['sources'], Resting[]>()

/**
 * Hands `work` a session on the datastore, for brief work that comes often: it may be one that somebody else has used before. It is then
 * renewed, and so has a new snapshot and all of its guards; after the work it rests for the next one, unless it failed. Its statements do
 * not say what they are sent for. `container`: see OpeningWish. A datastore whose connection was changed since has other sessions. Throws what `withSession` does.
 */
export async function withKeptSession<Result>(
  environment: Environment,
  datastoreId: number,
  signal: AbortSignal,
  work: (session: HeldSession) => Promise<Result>,
  container: ContainerReference | null = null,
): Promise<Result> {
  const { database } = environment.store
  const source = await findDatastoreSource(database, datastoreId)
  if (!source) throw notFound('datastore', datastoreId)
  // What an engine declares for one container is dropped before another is read.
  if (source.compute && container)
    return withSession(environment, datastoreId, signal, (session) => work(session), { container })
  const kept =
    (await wakeOne(environment, datastoreId, source)) ??
    (await open(environment, datastoreId, source, signal))
  const stopped = (): void => kept.stop.abort(signal.reason)
  signal.addEventListener('abort', stopped)
  if (signal.aborted) stopped()
  let isSound = false
  try {
    if (source.connected !== true) await recordConnected(database, datastoreId, true)
    const result = await work(observed(kept.session, { span: environment.span }))
    isSound = true
    return result
  } catch (error) {
    // A refusal of what was asked says nothing against the session.
    isSound = error instanceof ServiceError && error.code !== 'connection_failed'
    throw error
  } finally {
    signal.removeEventListener('abort', stopped)
    await (isSound && !kept.stop.signal.aborted ? putToRest(environment, kept) : kept.close())
  }
}

/** Closes the sessions that rest. */
export async function closeResting(environment: Pick<Environment, 'sources'>): Promise<void> {
  const all = restingOf(environment)
  await Promise.all([...all].map((one) => dismiss(all, one)))
}

const restingOf = ({ sources }: Pick<Environment, 'sources'>): Resting[] => {
  const all = resting.get(sources) ?? []
  resting.set(sources, all)
  return all
}

const textOf = ({ connection, target }: DatastoreSource): string => JSON.stringify([connection, target])

/** A session of the datastore that rests, renewed; null when there is none, or none that can go on. */
async function wakeOne(
  environment: Environment,
  datastoreId: number,
  source: DatastoreSource,
): Promise<KeptSession | null> {
  const all = restingOf(environment)
  for (;;) {
    const one = all.find(({ kept }) => kept.datastore_id === datastoreId)
    if (one === undefined) return null
    const { kept } = one
    const isSame = kept.source === textOf(source)
    if (!isSame || performance.now() - kept.openedAt > longestMs) {
      await dismiss(all, one)
      continue
    }
    take(all, one)
    if ((await one.isAtRest) && (await renewed(kept.session))) return kept
    await kept.close()
  }
}

async function open(
  environment: Environment,
  datastoreId: number,
  source: DatastoreSource,
  signal: AbortSignal,
): Promise<KeptSession> {
  const stop = new AbortController()
  const stopped = (): void => stop.abort(signal.reason)
  signal.addEventListener('abort', stopped)
  const { bounds, remove } = await makeBounds(environment, stop.signal)
  try {
    const session = await openSource(environment, datastoreId, source, bounds)
    const close = (): Promise<void> => session.close().finally(remove)
    const openedAt = performance.now()
    return { datastore_id: datastoreId, source: textOf(source), session, stop, openedAt, close }
  } catch (error) {
    await remove()
    throw error
  } finally {
    signal.removeEventListener('abort', stopped)
  }
}

/** Nobody waits until it rests, except who wants it next. */
async function putToRest(environment: Environment, kept: KeptSession): Promise<void> {
  const { session } = kept
  if (!session.rest || performance.now() - kept.openedAt > longestMs) return kept.close()
  const all = restingOf(environment)
  const [oldest] = all
  if (oldest && all.length >= mostResting) void dismiss(all, oldest)
  const isAtRest = session.rest().then(
    () => true,
    () => false,
  )
  const one: Resting = { kept, isAtRest, timer: setTimeout(() => void dismiss(all, one), restMs) }
  // The end of the process ends what rests.
  one.timer.unref()
  all.push(one)
}

function take(all: Resting[], one: Resting): void {
  clearTimeout(one.timer)
  const place = all.indexOf(one)
  if (place >= 0) all.splice(place, 1)
}

async function dismiss(all: Resting[], one: Resting): Promise<void> {
  take(all, one)
  await one.isAtRest
  await one.kept.close()
}
