import type { Client } from '../../client/src/index.ts'
import { CommandFailed } from '../command-failed.ts'

/** Something by its id and name. */
export interface Named {
  id: number
  name: string
}

/** The datastore of this name, or of this id when it is a number that nothing is called. */
export async function findDatastore(client: Client, wanted: string): Promise<Named> {
  const { items } = await client.listDatastores({ name: wanted, size: 1000 })
  const found = items.find(({ name }) => name === wanted)
  if (found) return found
  if (/^\d+$/.test(wanted)) return client.readDatastore({ id: Number(wanted) })
  throw new CommandFailed(
    `There is no datastore "${wanted}" that you may see.`,
    'assay status --datastores, which lists them',
  )
}

/** The container that `Datastore/container` names; a name may hold slashes itself. */
export async function findContainer(client: Client, wanted: string): Promise<Named & { datastore: Named }> {
  const cut = wanted.indexOf('/')
  if (cut < 1) throw new CommandFailed(`"${wanted}" names no container.`, 'DATASTORE/CONTAINER')
  const datastore = await findDatastore(client, wanted.slice(0, cut))
  const name = wanted.slice(cut + 1)
  const listed = await client.listContainerNames({ datastore: datastore.id })
  const found = listed.find((container) => container.name === name)
  if (found) return { ...found, datastore }
  const names = listed.map((container) => container.name)
  throw new CommandFailed(
    `"${datastore.name}" has no container "${name}"; it has ${names.length === 0 ? 'none' : names.slice(0, 10).join(', ')}.`,
    names.length === 0 ? `assay sync ${JSON.stringify(datastore.name)}` : null,
  )
}
