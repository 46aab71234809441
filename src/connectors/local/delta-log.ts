import { constants } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes of one version of a log; a longer one is left unread. */
const mostBytes = 64 * 1024 * 1024

interface Action {
  add?: { path?: unknown; deletionVector?: unknown } | null
  remove?: { path?: unknown } | null
  metaData?: { configuration?: Record<string, unknown> | null } | null
}

/** Why a Delta table is not read; `message` ends a sentence that begins with its folder's name. */
export class UnreadDelta extends Error {}

/**
 * The files that a Delta table consists of at its newest version, as paths below its folder; older files stand beside them
 * until they are cleared away, and would be read as rows twice. Throws UnreadDelta for what only its log's Parquet files,
 * or files that this service does not apply, could tell.
 */
export async function liveFiles(logFolder: string): Promise<Set<string>> {
  const names = (await readdir(logFolder)).filter((name) => /^\d{20}\.json$/.test(name)).toSorted()
  const live = new Set<string>()
  for (const [version, name] of names.entries()) {
    if (Number.parseInt(name, 10) !== version)
      throw new UnreadDelta('is a Delta table whose log is kept in checkpoints, which are not read yet.')
    for (const line of (await textOf(join(logFolder, name))).split('\n')) apply(live, line)
  }
  return live
}

function apply(live: Set<string>, line: string): void {
  if (line.trim() === '') return
  const { add, remove, metaData } = actionIn(line)
  const mode = metaData?.configuration?.['delta.columnMapping.mode'] ?? 'none'
  if (mode !== 'none')
    throw new UnreadDelta('is a Delta table that maps its columns to other names, which is not read yet.')
  if (typeof remove?.path === 'string') live.delete(decodeURIComponent(remove.path))
  if (typeof add?.path !== 'string') return
  if (add.deletionVector != null)
    throw new UnreadDelta('is a Delta table with rows that are marked as deleted, which is not read yet.')
  live.add(decodeURIComponent(add.path))
}

function actionIn(line: string): Action {
  try {
    const action: unknown = JSON.parse(line)
    return typeof action === 'object' && action !== null ? action : {}
  } catch (cause) {
    throw new UnreadDelta('is a Delta table whose log is damaged.', { cause })
  }
}

async function textOf(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stats = await file.stat()
    if (!stats.isFile() || stats.size > mostBytes)
      throw new UnreadDelta('is a Delta table whose log cannot be read.')
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}
