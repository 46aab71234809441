import assert from 'node:assert/strict'
import type { ConnectionValues } from '../../src/connectors/connector.ts'
import type { EngineFiles } from '../connectors/engine-files.ts'
import type { Asking } from './scan-rounds.ts'
import { untilEnded } from './scan-rounds.ts'

let made = 0

/**
 * A datastore of the files, or of the objects of the connection `store`, synced, with these checks by the names of their containers; an engine evaluates
 * it (default: Trino) unless `connection` is null.
 */
export async function datastoreOfFiles(
  ask: Asking,
  { folder, place, store = { type: 'local' } }: Pick<EngineFiles, 'folder' | 'place'> & { store?: object },
  connection: (ConnectionValues & { type?: string }) | null,
  checks: Record<string, { rule: string; [member: string]: unknown }[]>,
): Promise<number> {
  made += 1
  const name = `files ${made}`
  const engine =
    connection &&
    (await ask('POST', '/connections', { name: `engine ${made}`, type: 'trino', ...connection }))
  const { id } = await ask('POST', '/datastores', {
    name,
    connection: { name, ...store },
    root_path: folder,
    ...(engine && { compute: { connection_id: engine.id, ...place } }),
  })
  const sync = await ask('POST', '/operations/run', { type: 'sync', datastore_id: id })
  const { result, message } = await untilEnded(ask, sync.id)
  assert.equal(result, 'success', message)
  const { items } = await ask('GET', `/containers?datastore=${id}`)
  for (const [container, given] of Object.entries(checks)) {
    const container_id = items.find((one: { name: string }) => one.name === container)?.id
    assert.ok(container_id, `there is a container called ${container}`)
    for (const check of given) await ask('POST', '/quality-checks', { container_id, ...check })
  }
  return id
}
