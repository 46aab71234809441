import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '../../access/context.ts'
import {
  SourceUnreached,
  type HeldSession,
  type Session,
  type SessionBounds,
} from '../../connectors/connector.ts'
import { connectors } from '../../connectors/registry.ts'
import type { Origin } from '../../connectors/attributed.ts'
import { observed, type Observation } from '../../connectors/observed.ts'
import { ending } from '../../connectors/traced.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import { findDatastoreSource, recordConnected, type DatastoreSource } from '../../store/datastores.ts'
import type { Queryable } from '../../store/pool.ts'
import type { ContainerReference } from '../../model/container.ts'
import { withBounds } from '../connections/bounds.ts'
import { connectionValues } from '../connections/secrets.ts'
import { evaluatedSession } from './evaluated-session.ts'

/** The pause before a source that may soon be there again is opened once more. */
const reopenMs = 1000

/** How a session is opened. */
interface OpeningWish {
  /** How often a source that may soon be there again is tried (default 1: a unit of work is tried again as a whole). */
  tries?: number
  /** The container that is read, and no other: an engine of the datastore evaluates it where it can (default: files are listed and read here). */
  container?: ContainerReference | null
  /** True: an engine that is away is waited for (default false). */
  waits?: boolean
  /** What its statements say that they are sent for (default: nothing). */
  origin?: Origin | undefined
}

/** What is done with a session; `leave` closes it earlier than the end of the work does. */
export type SessionWork<Result> = (session: HeldSession, leave: () => Promise<void>) => Promise<Result>

/**
 * Opens a session on the datastore, hands it to `work` and closes it however the work ends. Throws ServiceError
 * `not_found`, `connection_failed` or `invalid` before `work` is called; whether it was reached is kept in `connected`.
 * `work` may call `leave` to close it earlier: a unit whose end is visible must not still be seen in the source.
 */
export async function withSession<Result>(
  environment: Environment,
  datastoreId: number,
  signal: AbortSignal,
  work: SessionWork<Result>,
  { tries = 1, container = null, waits = false, origin }: OpeningWish = {},
): Promise<Result> {
  const source = await findDatastoreSource(environment.store.database, datastoreId)
  if (!source) throw notFound('datastore', datastoreId)
  return withBounds(environment, signal, async (bounds) => {
    const opened = await openWithin(tries, () => openSource(environment, datastoreId, source, bounds), signal)
    const { compute } = source
    const session =
      compute && container
        ? await evaluatedSession(environment, { compute, files: opened, container, waits }, bounds)
        : opened
    return closedAfter(session, { span: environment.span, origin }, async (...given) => {
      if (source.connected !== true) await recordConnected(environment.store.database, datastoreId, true)
      return work(...given)
    })
  })
}

/** Hands the session to `work`, and closes it however the work ends. */
export async function closedAfter<Result>(
  session: Session,
  observation: Observation,
  work: SessionWork<Result>,
): Promise<Result> {
  let closing: Promise<void> | null = null
  const leave = () => (closing ??= session.close())
  try {
    return await work(observed(session, observation), leave)
  } finally {
    await leave()
  }
}

/** Hands the writing of a step to the unit's transaction; see UnitWork.commit. */
type Commit<End> = (write: (transaction: Queryable) => Promise<End>) => Promise<void>

/** A commit that leaves the source before the unit ends: who sees its slot free must find it free. */
export function leaving<End>(commit: Commit<End>, leave: () => Promise<void>): Commit<End> {
  return (write) =>
    commit(async (transaction) => {
      const end = await write(transaction)
      await leave()
      return end
    })
}

async function openWithin(
  tries: number,
  open: () => Promise<Session>,
  signal: AbortSignal,
): Promise<Session> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await open()
    } catch (error) {
      if (left <= 0 || signal.aborted || !(error instanceof ServiceError) || !error.retryable) throw error
      // The abort ends the wait, and whoever opens next sees it.
      await delay(reopenMs, null, { signal }).catch(() => undefined)
    }
  }
}

/** The session; its failure is kept in `connected`. Throws what `withSession` does. */
export async function openSource(
  environment: Environment,
  datastoreId: number,
  { connection, target }: Pick<DatastoreSource, 'connection' | 'target'>,
  bounds: SessionBounds,
): Promise<Session> {
  const connector = connectors.find(connection.type)
  if (!connector) {
    throw new ServiceError(
      'connection_failed',
      `This service has no connector for the connection type "${connection.type}".`,
    )
  }
  const span = environment.span?.begin('connect', { 'db.system.name': connection.type }, 'client')
  try {
    return await ending(span, () =>
      connector.open(connectionValues(environment.secrets, connection), target, bounds),
    )
  } catch (error) {
    if (error instanceof SourceUnreached) environment.log.warn({ datastore: datastoreId }, error.reason)
    if (error instanceof ServiceError) {
      await recordConnected(environment.store.database, datastoreId, false)
    }
    throw error
  }
}
