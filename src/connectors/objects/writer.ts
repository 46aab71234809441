import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConnectionValues, DatastoreTarget, SessionBounds } from '../connector.ts'
import { openLocalWriter } from '../local/writer.ts'
import type { Writer } from '../writer.ts'
import { tryListing } from './list-objects.ts'
import { ObjectTables } from './object-tables.ts'
import { clientOf, notOpened } from './open.ts'
import type { OpenStore } from './protocol.ts'

const mebibyte = 1024 * 1024

/** Opens a writer of Parquet objects, see Connector.openWriter. */
export async function openObjectWriter(
  openStore: OpenStore,
  connection: ConnectionValues,
  target: DatastoreTarget,
  bounds: SessionBounds,
): Promise<Writer> {
  const client = clientOf(openStore, connection, target, bounds)
  try {
    await tryListing(client)
    const folder = join(await realpath(bounds.scratch_folder), 'tables')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const files = await openLocalWriter(folder, bounds)
    return new ObjectTables(client, files, {
      folder,
      most_bytes: (bounds.object_scratch_mb ?? 10_240) * mebibyte,
    })
  } catch (error) {
    client.close()
    throw notOpened(error, client.place)
  }
}
