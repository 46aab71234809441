import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '../../access/context.ts'
import {
  SourceUnreached,
  type FilesEngine,
  type FilesEvaluation,
  type Session,
  type SessionBounds,
} from '../../connectors/connector.ts'
import { EvaluatedHere } from '../../connectors/evaluated-here.ts'
import { connectors } from '../../connectors/registry.ts'
import { ending } from '../../connectors/traced.ts'
import { RunFailure, ServiceError } from '../../kernel/errors.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { DatastoreSource } from '../../store/datastores.ts'
import { connectionValues } from '../connections/secrets.ts'

/** For so long a run waits for an engine that is away: one of many machines takes minutes to start. */
const runPatienceMs = 5 * 60_000

/** The pause before it is asked again. */
const againMs = 2000

/** The engine of a datastore's files, where it has one. */
export type Compute = NonNullable<DatastoreSource['compute']>

/** What an engine evaluates of the files that a session reads. */
interface Evaluated {
  compute: Compute
  files: Session
  container: ContainerReference
  /** True for work of a run, which waits for an engine that is away. */
  waits: boolean
}

/**
 * The session in which the container is evaluated: by the engine, or by this service where the engine does not take it. Closes `files` after an
 * error. Throws ServiceError `connection_failed`, and RunFailure.
 */
export async function evaluatedSession(
  environment: Environment,
  { compute, files, container, waits }: Evaluated,
  bounds: SessionBounds,
): Promise<Session> {
  const { connection, place } = compute
  const attributes = { 'db.system.name': connection.type }
  const span = environment.span?.begin('connect', attributes, 'client')
  try {
    const { engine, title } = engineOf(compute)
    const values = connectionValues(environment.secrets, connection)
    const evaluation = await ending(span, () =>
      asked(() => engine.evaluate(values, place, { files, container }, bounds), waits, bounds.signal),
    )
    if ('session' in evaluation) return evaluation.session
    return new EvaluatedHere(files, { title, engine }, { container, reason: evaluation.reason })
  } catch (error) {
    await files.close()
    if (error instanceof SourceUnreached) environment.log.warn({ connection: connection.id }, error.reason)
    throw error
  }
}

/** The engine with its name for people. Throws ServiceError `connection_failed`. */
export function engineOf({ connection }: Pick<Compute, 'connection'>): {
  engine: FilesEngine
  title: string
} {
  const connector = connectors.find(connection.type)
  if (connector?.files_engine) return { engine: connector.files_engine, title: connector.title }
  throw new ServiceError(
    'connection_failed',
    `This service has no engine for files behind the connection type "${connection.type}".`,
  )
}

async function asked(
  evaluate: () => Promise<FilesEvaluation>,
  waits: boolean,
  signal: AbortSignal,
): Promise<FilesEvaluation> {
  const until = performance.now() + (waits ? runPatienceMs : 0)
  for (;;) {
    try {
      return await evaluate()
    } catch (error) {
      if (signal.aborted || performance.now() > until || !mayPass(error)) throw error
      // The abort ends the wait, and whoever asks next sees it.
      await delay(againMs, null, { signal }).catch(() => undefined)
    }
  }
}

/** Whatever stands before an engine that starts answers in ways of its own. */
const mayPass = (error: unknown): boolean =>
  error instanceof SourceUnreached ||
  ((error instanceof ServiceError || error instanceof RunFailure) && error.retryable)
