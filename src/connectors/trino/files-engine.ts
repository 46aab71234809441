import type { ContainerReference } from '../../model/container.ts'
import type { ComputePlace } from '../../model/datastore.ts'
import type { ConnectionValues, FilesEvaluation, Session, SessionBounds } from '../connector.ts'
import { TrinoClient, type Place } from './client.ts'
import { trino } from '../../sql/dialects/trino.dialect.ts'
import { EngineFilesSession, type DeclaringEngine } from '../shared/engine-files-session.ts'
import { DeclaredContainer, type Declaring } from './declared-container.ts'
import { ScratchTables } from './scratch-tables.ts'
import { TrinoSession } from './session.ts'

const daySeconds = 24 * 60 * 60

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
  const scratch = placeOf(place)
  const tables = await ScratchTables.open(connection, scratch, bounds)
  let client: TrinoClient | null = null
  let isOpen = false
  try {
    client = await TrinoClient.open(connection, scratch, bounds)
    await tables.sweep(bounds.scratch_table_seconds ?? daySeconds)
    const location = place.location.replace(/\/+$/, '')
    const session = new EngineFilesSession(files, declaringTo({ files, client, tables, location }))
    const reason = await session.declare(container)
    if (reason !== null) return { reason }
    isOpen = true
    return { session }
  } finally {
    if (!isOpen) {
      client?.close()
      await tables.close()
    }
  }
}

function declaringTo(by: Declaring): DeclaringEngine {
  return {
    title: 'Trino',
    dialect: trino,
    client: by.client,
    declare: (container) => DeclaredContainer.declare(by, container),
    drop: () => by.tables.drop(),
    close() {
      by.client.close()
      return by.tables.close()
    },
    isGone: (words) => /\bassay_files_\w+' does not exist/.test(words),
  }
}

const placeOf = ({ catalog, schema }: ComputePlace): Place => ({
  catalog: (catalog ?? '').toLowerCase(),
  schema: (schema ?? '').toLowerCase(),
})
