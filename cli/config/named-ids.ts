import type { World } from './world.ts'

type Members = Record<string, unknown>

/** Members in which runs and actions of flows name datastores and containers by id, and what files call them. */
const datastoreMembers = /^((?:\w+_)?datastore)_id$/
const listed = { filter_datastores: 'filter_datastores', datastore_ids: 'datastores' }

/** The same with names in the place of ids. An id that the caller sees nothing behind stays. */
export async function named(world: World, members: Members): Promise<Members> {
  const datastores = new Map((await world.datastores()).map(({ id, name }) => [id, name]))
  const containers = Array.isArray(members['container_ids']) ? await world.allContainers() : new Map()
  return Object.fromEntries(
    Object.entries(members).map(([member, value]): [string, unknown] => {
      const [, short] = datastoreMembers.exec(member) ?? []
      const datastore = datastores.get(Number(value))
      if (short !== undefined && datastore !== undefined) return [short, datastore]
      if (member in listed && Array.isArray(value))
        return [
          listed[member as keyof typeof listed],
          value.map((id: number) => datastores.get(id) ?? `${id}`),
        ]
      if (member === 'container_ids' && Array.isArray(value) && value.every((id) => containers.has(id)))
        return ['containers', value.map((id: number) => (containers.get(id) as { name: string }).name)]
      return [member, value]
    }),
  )
}

/** The same with ids again. Throws a sentence for a name that nothing has. */
export async function identified(world: World, members: Members): Promise<Members> {
  const found: Members = {}
  for (const [member, value] of Object.entries(members)) {
    const isDatastore = member === 'datastore' || member.endsWith('_datastore')
    if (isDatastore && typeof value === 'string') found[`${member}_id`] = await world.datastore(value)
    else if (member === 'filter_datastores' && Array.isArray(value))
      found[member] = await Promise.all(value.map((name) => world.datastore(String(name))))
    else if (member === 'datastores' && Array.isArray(value))
      found['datastore_ids'] = await Promise.all(value.map((name) => world.datastore(String(name))))
    else if (member === 'containers' && Array.isArray(value) && typeof members['datastore'] === 'string') {
      const { datastore } = members
      found['container_ids'] = await Promise.all(
        value.map((name) => world.container(datastore, String(name))),
      )
    } else found[member] = value
  }
  return found
}
