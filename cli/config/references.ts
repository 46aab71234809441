import { textOf } from './members.ts'
import type { World } from './world.ts'

/** A container, and its datastore. */
export interface Place {
  datastore: string
  name: string
}

/** Properties of a rule with names in the place of ids; `own` is the datastore that is not mentioned (null: each is). */
export function propertiesByName(
  all: Record<string, unknown>,
  own: string | null,
  names: ReadonlyMap<number | null, Place>,
): Record<string, unknown> {
  const { ref_container_id: id, ref_datastore_id: _, ...properties } = all
  const place = typeof id === 'number' ? names.get(id) : undefined
  if (place === undefined) return properties
  const isElsewhere = place.datastore !== own
  return { ...properties, ref_container: place.name, ...(isElsewhere && { ref_datastore: place.datastore }) }
}

/** The same with ids again. Throws a sentence for what is not there. */
export async function propertiesById(
  world: World,
  all: Record<string, unknown>,
  own: string | null,
): Promise<Record<string, unknown>> {
  const { ref_container, ref_datastore, ...properties } = all
  if (typeof ref_container !== 'string') return properties
  const of = typeof ref_datastore === 'string' ? ref_datastore : (own ?? textOf(all, 'ref_datastore'))
  return {
    ...properties,
    ref_container_id: await world.container(of, ref_container),
    ...(typeof ref_datastore === 'string' && { ref_datastore_id: await world.datastore(of) }),
  }
}
