import type { DemoCheck } from './checks.ts'
import type { Client, Items } from './client.ts'
import { demoName, type SourceDatabase } from './source-database.ts'

/** What the demo reads of a datastore. */
export interface Datastore {
  id: number
  name: string
}

interface Named {
  id: number
  name: string
}

/** The datastore over the folder of files, made when there is none of its name. */
export async function filesDatastore(client: Client, folder: string): Promise<Datastore> {
  const connection =
    (await named<Named>(client, '/connections', 'Local files')) ??
    (await client.post<Named>('/connections', { type: 'local', name: 'Local files' }))
  const wanted = { name: 'Public data files', connection_id: connection.id, root_path: folder }
  const found = await named<Datastore & { root_path: string }>(client, '/datastores', wanted.name)
  if (!found) return client.post<Datastore>('/datastores', wanted)
  if (found.root_path !== folder) await client.put(`/datastores/${found.id}`, { root_path: folder })
  return found
}

/** The datastore over the demo's database; its connection follows the server, whose port may change with every start. */
export async function databaseDatastore(client: Client, source: SourceDatabase): Promise<Datastore> {
  const connection = await databaseConnection(client, source)
  const wanted = {
    name: 'Films and flights in PostgreSQL',
    connection_id: connection.id,
    database: demoName,
    schema: 'public',
  }
  return (
    (await named<Datastore>(client, '/datastores', wanted.name)) ??
    (await client.post<Datastore>('/datastores', wanted))
  )
}

async function databaseConnection(client: Client, source: SourceDatabase): Promise<Named> {
  const { host, port } = source
  const address = { host, port, username: demoName }
  const name = 'Demo PostgreSQL'
  const found = await named<Named & { host: string; port: number }>(client, '/connections', name)
  if (!found) {
    const password = await source.renewPassword()
    return client.post<Named>('/connections', { type: 'postgresql', name, ...address, password })
  }
  const isSame = found.host === host && found.port === port
  const { connected } = isSame
    ? await client.post<{ connected: boolean }>(`/connections/${found.id}/test`)
    : { connected: false }
  if (!connected) {
    const password = await source.renewPassword()
    await client.put(`/connections/${found.id}`, { ...address, password })
  }
  return found
}

/** Makes those of the checks that the datastore does not have yet, told apart by container and description. */
export async function ensureChecks(
  client: Client,
  datastore: Datastore,
  wanted: readonly DemoCheck[],
): Promise<void> {
  const containers = await client.get<Named[]>(`/containers/listing?datastore=${datastore.id}`)
  const { items } = await client.get<Items<{ description: string; container: Named }>>(
    `/quality-checks?datastore=${datastore.id}&size=1000`,
  )
  const present = new Set(items.map(({ container, description }) => `${container.name}: ${description}`))
  for (const { container, ...check } of wanted) {
    if (present.has(`${container}: ${check.description}`)) continue
    const found = containers.find(({ name }) => name === container)
    if (!found) throw new Error(`The sync of "${datastore.name}" has not found "${container}".`)
    await client.post('/quality-checks', { container_id: found.id, ...check })
  }
}

/** The one of this exact name in a list, or undefined. */
async function named<Item extends Named>(
  client: Client,
  path: string,
  name: string,
): Promise<Item | undefined> {
  const { items } = await client.get<Items<Item>>(`${path}?name=${encodeURIComponent(name)}&size=1000`)
  return items.find((item) => item.name === name)
}
