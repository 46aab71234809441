import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { Aborted, messageOf, RunFailure, ServiceError } from '../../kernel/errors.ts'
import { allowFolder, DuckdbProcess } from '../duckdb/process.ts'
import { explainFileFailure } from '../local/failures.ts'
import { HeldFiles } from '../local/held-files.ts'
import { ReadableFiles } from '../local/readable-files.ts'
import { LocalSession } from '../local/session.ts'
import {
  SourceUnreached,
  type ConnectionValues,
  type DatastoreTarget,
  type SessionBounds,
} from '../connector.ts'
import { certificateFault } from '../shared/certificate-fault.ts'
import { networkFailure } from '../shared/network-failures.ts'
import { ObjectClient } from './client.ts'
import { FetchedObjects } from './fetched-objects.ts'
import { listFiles } from './listing.ts'
import { OtherServer, tryListing } from './list-objects.ts'
import type { OpenStore, Place } from './protocol.ts'
import { isNameless, ObjectRefused } from './refusals.ts'
import { towards } from './towards.ts'

const mebibyte = 1024 * 1024

/** Asks for the first object, see Connector.test. */
export async function tryObjects(
  openStore: OpenStore,
  connection: ConnectionValues,
  target: DatastoreTarget | null,
  bounds: SessionBounds,
): Promise<void> {
  const client = clientOf(openStore, connection, target, bounds)
  try {
    await tryListing(client)
  } catch (error) {
    throw notOpened(error, client.place)
  } finally {
    client.close()
  }
}

/** Lists the objects, see Connector.open. */
export async function openObjects(
  openStore: OpenStore,
  connection: ConnectionValues,
  target: DatastoreTarget,
  bounds: SessionBounds,
): Promise<LocalSession> {
  const client = clientOf(openStore, connection, target, bounds)
  try {
    return await sessionOf(client, target, bounds)
  } catch (error) {
    client.close()
    throw notOpened(error, client.place)
  }
}

async function sessionOf(
  client: ObjectClient,
  target: DatastoreTarget,
  bounds: SessionBounds,
): Promise<LocalSession> {
  const folder = join(await realpath(bounds.scratch_folder), 'files')
  const root = join(folder, 'objects')
  await mkdir(root, { recursive: true, mode: 0o700 })
  const fetched = new FetchedObjects(client, (bounds.object_scratch_mb ?? 10_240) * mebibyte)
  const list = async () => {
    const listing = await listFiles(client, root, (logs) => fetched.completeLogs(logs))
    fetched.listed(listing.files)
    await fetched.lay()
    return listing
  }
  const listing = await list()
  const names = new Set(listing.files.map(({ name }) => name))
  const held = new HeldFiles(root, folder)
  const engine = await DuckdbProcess.open(bounds, {
    prepare: [allowFolder(folder)],
    begin: [],
    explain: (message) => explainFileFailure(message, (text) => held.nameOf(text), names),
  })
  const files = new ReadableFiles(held, bounds.signal, fetched)
  const listed = { listing, list: () => towards('listed', client, list) }
  return new LocalSession(engine, listed, files, target.file_patterns ?? [], () => client.close())
}

/** A client of the place that the connection and its datastore name. Throws ServiceError `invalid`. */
export function clientOf(
  openStore: OpenStore,
  connection: ConnectionValues,
  target: DatastoreTarget | null,
  { signal, machine }: SessionBounds,
): ObjectClient {
  return new ObjectClient(openStore(connection, target, machine), signal)
}

/** What kept a place from being opened, for people. */
export function notOpened(cause: unknown, place: Place): unknown {
  if (cause instanceof ServiceError || cause instanceof Aborted) return cause
  const isStrange =
    cause instanceof OtherServer || (cause instanceof ObjectRefused && isNameless(cause.refusal))
  if (cause instanceof RunFailure && !isStrange)
    return new ServiceError('connection_failed', cause.message, { cause, retryable: cause.retryable })
  const fault = certificateFault(cause, place, place.authority)
  if (fault !== null) return new ServiceError('connection_failed', fault, { cause })
  const at = `${place.host}:${place.port}`
  const network = networkFailure(cause, place)
  const words = isStrange ? cause.message : `${at} cannot be asked: ${messageOf(cause).replace(/\.$/, '')}.`
  const reason = network?.sentence ?? words
  const retryable = network?.retryable ?? (cause instanceof RunFailure && cause.retryable)
  return new SourceUnreached(
    `No ${place.title} server was reached at ${at}. See whether the endpoint is right, the server runs, and firewalls let this service through to it; an Admin who tests the connection is told the reason.`,
    reason,
    { cause, retryable },
  )
}
