import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../../access/context.ts'
import type { Origin } from '../../connectors/attributed.ts'
import type { HeldSession, SessionBounds } from '../../connectors/connector.ts'
import { dialectOf } from '../../connectors/dialect-of.ts'
import { openStagedTables, openStagedWriter } from '../../engine/staged-tables.ts'
import type { Writer, WrittenTable } from '../../connectors/writer.ts'
import { stagedFiles, stagedTable, stageNone, stageRows, tooLargeToStage } from '../../engine/stage-rows.ts'
import { RunFailure } from '../../kernel/errors.ts'
import type {
  Computation,
  ComputedSource,
  ContainerReference,
  JoinComputation,
  JoinSide,
} from '../../model/container.ts'
import type { Dialect } from '../../sql/dialect.ts'
import { duckdb } from '../../sql/dialects/duckdb.dialect.ts'
import type { DatastoreSource } from '../../store/datastores.ts'
import { withBounds } from '../connections/bounds.ts'
import { engineOf } from './evaluated-session.ts'
import { withKeptSession } from './kept-session.ts'
import { closedAfter, withSession, type SessionWork } from './open-session.ts'

/**
 * Where the rows of a container are read: its datastore, and what it is made of. With its name an engine of the datastore evaluates it where it
 * can; without one it is read by this service.
 */
export interface Place extends Partial<ContainerReference> {
  datastore_id: number
}

/** The rows that are copied of each side of a join over datastores: none to look at its columns, some to try it, all to read it. */
type StagedRows = 'none' | 'some' | 'all'

/** Rows of each side by which a join is tried before it is saved. */
const someRows = 10_000

/** How a session is wanted. */
export interface SessionWish {
  /** How often a source that may soon be there again is tried (default 1). */
  tries?: number
  rows?: StagedRows
  /** True for brief work that comes often (default false), whose statements do not say what they are sent for: see `withKeptSession`. */
  kept?: boolean
  /** What its statements say that they are sent for (default: nothing). */
  origin?: Origin
  /** True for work of a run, which waits for an engine that is away (default: where there is an origin). */
  waits?: boolean
}

/**
 * A session in which the container can be read: of its datastore, or, for a join over several, of a private DuckDB into which the rows of
 * both sides are copied first, each from one snapshot. See `withSession`.
 */
export async function withContainerSession<Result>(
  environment: Environment,
  place: Place,
  signal: AbortSignal,
  work: SessionWork<Result>,
  { tries = 1, rows = 'all', kept = false, origin, waits = origin !== undefined }: SessionWish = {},
): Promise<Result> {
  const { datastore_id, computation } = place
  const container = containerAt(place)
  if (isStaged(computation)) return withStaged(environment, computation, signal, { rows, origin }, work)
  return kept
    ? withKeptSession(
        environment,
        datastore_id,
        signal,
        (session) => work(session, async () => undefined),
        container,
      )
    : withSession(environment, datastore_id, signal, work, { tries, container, waits, origin })
}

function containerAt({ name, container_type, file_options = {}, ...rest }: Place): ContainerReference | null {
  return name === undefined || container_type === undefined
    ? null
    : { name, container_type, file_options, computation: rest.computation ?? null }
}

/** True of a join whose sides are in several datastores, so that no source can read it alone. */
export const isStaged = (computation: Computation | null | undefined): computation is JoinComputation =>
  computation?.kind === 'computed_join' && computation.is_staged

/** The dialect in which the rows of a container are asked for, as far as that is known before its files are looked at. */
export function dialectFor(
  { connection, compute }: Pick<DatastoreSource, 'connection' | 'compute'>,
  container: ContainerReference,
): Dialect {
  if (isStaged(container.computation)) return duckdb
  const engine = compute && engineOf(compute).engine
  return engine && engine.reasonAgainst(container) === null ? engine.dialect : dialectOf(connection.type)
}

function withStaged<Result>(
  environment: Environment,
  computation: JoinComputation,
  signal: AbortSignal,
  { rows, origin }: { rows: StagedRows; origin: Origin | undefined },
  work: SessionWork<Result>,
): Promise<Result> {
  return withBounds(environment, signal, async (bounds) => {
    for (const side of [computation.left, computation.right])
      await stageSide(environment, side, { bounds, rows, signal })
    const session = await openStagedTables(bounds)
    return closedAfter(session, { span: environment.span, origin }, work)
  })
}

interface Staging {
  bounds: SessionBounds
  rows: StagedRows
  signal: AbortSignal
}

async function stageSide(
  environment: Environment,
  { source, datastore_id, staged_as }: JoinSide,
  { bounds, rows, signal }: Staging,
): Promise<void> {
  const table = stagedTable(staged_as, source)
  if (rows === 'none') {
    return withWriter(await openStagedWriter(bounds, null), (writer) => stageNone(source, { writer, table }))
  }
  const limit = environment.sources.join_scratch_mb ?? 10_240
  const check = async (): Promise<void> => {
    if ((await bytesIn(bounds.scratch_folder)) > limit * 1024 * 1024) throw tooLargeToStage(limit)
  }
  const stage = async (session: HeldSession): Promise<void> => {
    if (rows === 'all' && (await stageFiles(session, source, { bounds, table, check }))) return
    await withWriter(await openStagedWriter(bounds, null), async (writer) => {
      // What the quick way left.
      await writer.drop(table.name)
      await stageRows(session, source, { writer, table, most: rows === 'some' ? someRows : null, check })
    })
  }
  const place = { datastore_id, computation: source.computation ?? null }
  await withContainerSession(environment, place, signal, stage, { rows })
  await check()
}

/** How often the space that a copy takes is looked at, milliseconds. */
const checkMs = 500

/** Copies the rows without reading them here, where they are those of files; false where that cannot be, or failed. */
async function stageFiles(
  session: HeldSession,
  source: ComputedSource,
  { bounds, table, check }: { bounds: SessionBounds; table: WrittenTable; check(): Promise<void> },
): Promise<boolean> {
  const quick = stagedFiles(session, source)
  if (quick === null) return false
  const tooLarge = new AbortController()
  const timer = setInterval(() => void check().catch((reason: unknown) => tooLarge.abort(reason)), checkMs)
  const bounded = { ...bounds, signal: AbortSignal.any([bounds.signal, tooLarge.signal]) }
  try {
    await withWriter(await openStagedWriter(bounded, quick.files), (writer) => quick.stage(writer, table))
    return true
  } catch (error) {
    tooLarge.signal.throwIfAborted()
    // The other way fails with the words that belong to it, or does not.
    if (error instanceof RunFailure) return false
    throw error
  } finally {
    clearInterval(timer)
  }
}

async function withWriter(writer: Writer, work: (writer: Writer) => Promise<void>): Promise<void> {
  try {
    await work(writer)
  } finally {
    await writer.close()
  }
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    // A file that the engine removes meanwhile takes no space.
    bytes += await stat(join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      () => 0,
    )
  }
  return bytes
}
