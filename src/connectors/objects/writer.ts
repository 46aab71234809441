import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConnectionValues, DatastoreTarget, SessionBounds } from '../connector.ts'
import { openLocalWriter } from '../local/writer.ts'
import type { Writer } from '../writer.ts'
import { BoundedFolder } from './bounded-folder.ts'
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
  const scratch = new BoundedFolder(bounds.scratch_folder, (bounds.object_scratch_mb ?? 10_240) * mebibyte)
  try {
    await tryListing(client)
    const folder = join(await realpath(bounds.scratch_folder), 'tables')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const signal = AbortSignal.any([bounds.signal, scratch.signal])
    const files = await openLocalWriter(folder, { ...bounds, signal }, 'scratch folder below ASSAY_HOME')
    return new ObjectTables(client, files, { folder, scratch })
  } catch (error) {
    client.close()
    scratch.close()
    throw notOpened(error, client.place)
  }
}
