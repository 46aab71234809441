import { invalidMember } from '../kernel/errors.ts'
import { listed } from '../kernel/listed.ts'
import type { Queryable } from '../store/pool.ts'
import { containersNamed, containersOfIds } from '../store/selected-containers.ts'

/** The members by which a request selects the containers of a run; empty lists count as absent. */
interface WantedContainers {
  datastore_id: number
  container_names?: string[] | null | undefined
  container_ids?: number[] | null | undefined
  container_tags?: string[] | null | undefined
}

/** Unknown containers that a refusal names; the others are counted. */
const mostNamed = 20

/** 422 for ids beside names or tags: which of the two is meant cannot be known. */
export function refuseTwoSelections({
  container_ids,
  container_names,
  container_tags,
}: WantedContainers): void {
  if (!container_ids?.length) return
  const other = container_names?.length ? 'container_names' : 'container_tags'
  if (!container_names?.length && !container_tags?.length) return
  throw invalidMember('container_ids', `Give container_ids or ${other}, not both.`)
}

/** 422 with the names among the wanted that the datastore does not have. */
export async function refuseUnknownNames(
  database: Queryable,
  { datastore_id, container_names }: WantedContainers,
): Promise<void> {
  if (!container_names?.length) return
  const rows = await containersNamed(database, datastore_id, container_names)
  const known = new Set(rows.map((row) => row.name))
  const unknown = container_names.filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw invalidMember(
    'container_names',
    `The datastore has no container called ${listed(
      unknown.map((name) => `"${name}"`),
      mostNamed,
    )}.`,
  )
}

/** The names of the containers that are wanted by id, null when none is; 422 with the ids that the datastore does not have. */
export async function namesOfContainers(
  database: Queryable,
  { datastore_id, container_ids }: WantedContainers,
): Promise<string[] | null> {
  if (!container_ids?.length) return null
  const rows = await containersOfIds(database, datastore_id, container_ids)
  const known = new Set(rows.map((row) => row.id))
  const unknown = container_ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return rows.map((row) => row.name)
  throw invalidMember(
    'container_ids',
    `The datastore has no container with the id ${listed(unknown, mostNamed)}.`,
  )
}
