import type { Client, ConnectionInput, QualityCheckInput } from '../client/src/index.ts'
import type { DemoCheck } from './checks.ts'
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
    (await connectionNamed(client, 'Local files')) ??
    (await client.createConnection({ body: { type: 'local', name: 'Local files' } }))
  const wanted = { name: 'Public data files', connection_id: connection.id, root_path: folder }
  const found = await datastoreNamed(client, wanted.name)
  if (!found) return client.createDatastore({ body: wanted })
  if (!('root_path' in found) || found.root_path !== folder) {
    await client.updateDatastore({ id: found.id, body: { root_path: folder } })
  }
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
  return (await datastoreNamed(client, wanted.name)) ?? (await client.createDatastore({ body: wanted }))
}

async function databaseConnection(client: Client, source: SourceDatabase): Promise<Named> {
  const { host, port } = source
  const address = { host, port, username: demoName }
  const name = 'Demo PostgreSQL'
  const found = await connectionNamed(client, name)
  if (!found) {
    const password = await source.renewPassword()
    const body: ConnectionInput = { type: 'postgresql', name, ...address, password }
    return client.createConnection({ body })
  }
  const isSame = found.host === host && found.port === port
  const { connected } = isSame ? await client.testConnection({ id: found.id }) : { connected: false }
  if (!connected) {
    const password = await source.renewPassword()
    await client.updateConnection({ id: found.id, body: { ...address, password } })
  }
  return found
}

/** Makes those of the checks that the datastore does not have yet, told apart by container and description. */
export async function ensureChecks(
  client: Client,
  datastore: Datastore,
  wanted: readonly DemoCheck[],
): Promise<void> {
  const containers = await client.listContainerNames({ datastore: datastore.id })
  const { items } = await client.listChecks({ datastore: [datastore.id], size: 1000 })
  const present = new Set(
    items.map((check) => ('container' in check ? `${check.container.name}: ${check.description}` : '')),
  )
  for (const { container, ...check } of wanted) {
    if (present.has(`${container}: ${check.description}`)) continue
    const found = containers.find(({ name }) => name === container)
    if (!found) throw new Error(`The sync of "${datastore.name}" has not found "${container}".`)
    const body = { container_id: found.id, ...check } as QualityCheckInput
    await client.createCheck({ body })
  }
}

async function connectionNamed(client: Client, name: string) {
  const { items } = await client.listConnections({ name, size: 1000 })
  return items.find((item) => item.name === name)
}

async function datastoreNamed(client: Client, name: string) {
  const { items } = await client.listDatastores({ name, size: 1000 })
  return items.find((item) => item.name === name)
}
