import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../../access/context.ts'
import type { HeldSession, SessionBounds } from '../../connectors/connector.ts'
import { dialectOf } from '../../connectors/dialect-of.ts'
import { openStagedTables, openStagedWriter } from '../../engine/staged-tables.ts'
import type { Writer } from '../../connectors/writer.ts'
import { stagedTable, stageRows, tooLargeToStage } from '../../engine/stage-rows.ts'
import type { Computation, JoinComputation, JoinSide } from '../../model/container.ts'
import type { Dialect } from '../../sql/dialect.ts'
import { duckdb } from '../../sql/dialects/duckdb.dialect.ts'
import { withBounds } from '../connections/bounds.ts'
import { withKeptSession } from './kept-session.ts'
import { withSession } from './open-session.ts'

/** Where the rows of a container are read. */
export interface Place {
  datastore_id: number
  /** What the container is made of; null or left out: the source has it as it is. */
  computation?: Computation | null
}

/** The rows that are copied of each side of a join over datastores: none to look at its columns, some to try it, all to read it. */
type StagedRows = 'none' | 'some' | 'all'

/** Rows of each side by which a join is tried before it is saved. */
const someRows = 10_000

/** How a session is wanted. */
interface SessionWish {
  /** How often a source that may soon be there again is tried (default 1). */
  tries?: number
  rows?: StagedRows
  /** True for brief work that comes often (default false): see `withKeptSession`. */
  kept?: boolean
}

type Work<Result> = (session: HeldSession, leave: () => Promise<void>) => Promise<Result>

/**
 * A session in which the container can be read: of its datastore, or, for a join over several, of a private DuckDB into which the rows of
 * both sides are copied first, each from one snapshot. See `withSession`.
 */
export async function withContainerSession<Result>(
  environment: Environment,
  { datastore_id, computation }: Place,
  signal: AbortSignal,
  work: Work<Result>,
  { tries = 1, rows = 'all', kept = false }: SessionWish = {},
): Promise<Result> {
  if (isStaged(computation)) return withStaged(environment, computation, signal, rows, work)
  return kept
    ? withKeptSession(environment, datastore_id, signal, (session) => work(session, async () => undefined))
    : withSession(environment, datastore_id, signal, work, tries)
}

/** True of a join whose sides are in several datastores, so that no source can read it alone. */
export const isStaged = (computation: Computation | null | undefined): computation is JoinComputation =>
  computation?.kind === 'computed_join' && computation.is_staged

/** The dialect in which the rows of a container are asked for; `connectionType` is that of its datastore. */
export const dialectFor = (
  connectionType: string,
  { computation }: { computation?: Computation | null },
): Dialect => (isStaged(computation) ? duckdb : dialectOf(connectionType))

function withStaged<Result>(
  environment: Environment,
  computation: JoinComputation,
  signal: AbortSignal,
  rows: StagedRows,
  work: Work<Result>,
): Promise<Result> {
  return withBounds(environment, signal, async (bounds) => {
    const writer = await openStagedWriter(bounds)
    try {
      for (const side of [computation.left, computation.right])
        await stageSide(environment, side, { bounds, writer, rows, signal })
    } finally {
      await writer.close()
    }
    const session = await openStagedTables(bounds)
    let closing: Promise<void> | null = null
    const leave = () => (closing ??= session.close())
    try {
      return await work(session, leave)
    } finally {
      await leave()
    }
  })
}

interface Staging {
  bounds: SessionBounds
  writer: Writer
  rows: StagedRows
  signal: AbortSignal
}

async function stageSide(
  environment: Environment,
  { source, datastore_id, staged_as }: JoinSide,
  { bounds, writer, rows, signal }: Staging,
): Promise<void> {
  const table = stagedTable(staged_as, source)
  await writer.begin(table, null)
  if (rows === 'none') return writer.commit()
  const most = rows === 'some' ? someRows : null
  const limit = environment.sources.join_scratch_mb ?? 10_240
  const check = async (): Promise<void> => {
    if ((await bytesIn(bounds.scratch_folder)) > limit * 1024 * 1024) throw tooLargeToStage(limit)
  }
  const place = { datastore_id, computation: source.computation ?? null }
  await withContainerSession(
    environment,
    place,
    signal,
    (session) => stageRows(session, source, { writer, table, most, check }),
    { rows },
  )
  await check()
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
