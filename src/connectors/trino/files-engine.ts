import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { ComputePlace } from '../../model/datastore.ts'
import { quoteIdentifier } from '../../sql/print.ts'
import type { ConnectionValues, FilesEvaluation, Session, SessionBounds } from '../connector.ts'
import { TrinoClient, type Place } from './client.ts'
import { declaredFiles, folderOf, type DeclaredField, type DeclaredFiles } from './declared-files.ts'
import { FilesSession } from './files-session.ts'
import { ScratchTables } from './scratch-tables.ts'
import { TrinoSession } from './session.ts'
import { trinoText } from './types.ts'

const day = 24 * 60 * 60

/** Files whose bounds are looked at to find out in which zone a catalog reads instants. */
const triedFiles = 3

/** See FilesEngine.test. */
export async function testFilesEngine(
  connection: ConnectionValues,
  place: ComputePlace,
  bounds: SessionBounds,
): Promise<void> {
  const scratch = placeOf(place)
  const session = await TrinoSession.open(await TrinoClient.open(connection, scratch, bounds), scratch)
  await session.close()
}

/** See FilesEngine.evaluate. */
export async function evaluateFiles(
  connection: ConnectionValues,
  place: ComputePlace,
  { files, container }: { files: Session; container: ContainerReference },
  bounds: SessionBounds,
): Promise<FilesEvaluation> {
  const declared = await declaredFiles(files, container)
  if (typeof declared === 'string') return { reason: declared }
  const scratch = placeOf(place)
  const tables = await ScratchTables.open(connection, scratch, bounds)
  let client: TrinoClient | null = null
  try {
    client = await TrinoClient.open(connection, scratch, bounds)
    await tables.sweep(bounds.scratch_table_seconds ?? day)
    const location = place.location.replace(/\/+$/, '')
    const tableOf = await declareFolders(tables, declared, location)
    if (typeof tableOf === 'string') return await refused(tableOf, client, tables)
    const reason = await reasonAgainstInstants(files, container, { client, declared, location, tableOf })
    if (reason !== null) return await refused(reason, client, tables)
    const session = new FilesSession(
      { files, client, tables },
      { ...declared, container: container.name, location, tableOf },
    )
    return { session }
  } catch (error) {
    client?.close()
    await tables.close()
    throw error
  }
}

async function refused(
  reason: string,
  client: TrinoClient,
  tables: ScratchTables,
): Promise<{ reason: string }> {
  client.close()
  await tables.close()
  return { reason }
}

const placeOf = ({ catalog, schema }: ComputePlace): Place => ({
  catalog: catalog.toLowerCase(),
  schema: schema.toLowerCase(),
})

/** The tables by their folders; the reason of a server that does not take a column as it is. */
async function declareFolders(
  tables: ScratchTables,
  { fields, partitions }: DeclaredFiles,
  location: string,
): Promise<ReadonlyMap<string, string> | string> {
  const tableOf = new Map<string, string>()
  for (const folder of new Set(partitions.map(({ name }) => folderOf(name)))) {
    try {
      tableOf.set(folder, await tables.declare(folder === '' ? location : `${location}/${folder}`, fields))
    } catch (error) {
      if (!(error instanceof RunFailure) || error.retryable) throw error
      return `Trino does not take it: ${error.message}`
    }
  }
  return tableOf
}

interface Tried {
  client: TrinoClient
  declared: DeclaredFiles
  location: string
  tableOf: ReadonlyMap<string, string>
}

/**
 * Why instants are not read there; null when they are read as they are, or there are none. A catalog shows them in a zone of its own (that of its
 * machine unless it is told), which nothing but a known value gives away: the least that a file's footer tells.
 */
async function reasonAgainstInstants(
  files: Session,
  container: ContainerReference,
  tried: Tried,
): Promise<string | null> {
  for (const field of tried.declared.fields) {
    if (field.own.type !== 'Timestamp') continue
    const isRead = await isReadInUtc(files, container, field, tried)
    if (isRead === null)
      return `no footer tells a time of its field "${field.own.name}", by which to see in which zone Trino reads it`
    if (!isRead)
      return `Trino reads the times of its field "${field.own.name}" in another zone than UTC; set hive.parquet.time-zone=UTC in its catalog`
  }
  return null
}

async function isReadInUtc(
  files: Session,
  container: ContainerReference,
  { own, name }: DeclaredField,
  { client, declared, location, tableOf }: Tried,
): Promise<boolean | null> {
  for (const { name: file } of declared.partitions.slice(0, triedFiles)) {
    const least = (await files.guarantees?.(container, [own], file))?.get(own.name)?.bounds?.least
    if (least === undefined || least === null) continue
    const column = quoteIdentifier(name, client.dialect)
    const { rows } = await client.statements.read(
      `select 1 from ${tableOf.get(folderOf(file)) ?? ''} where "$path" = ${trinoText(`${location}/${file}`)} and ${column} = timestamp ${trinoText(least)} limit 1`,
    )
    return rows.length > 0
  }
  return null
}
