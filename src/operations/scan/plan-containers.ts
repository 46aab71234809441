import { sql } from 'kysely'
import type { OperationType } from '../../model/operation.ts'
import type { Queryable } from '../../store/pool.ts'

/** Which containers of a datastore a run is about; empty lists mean all. Tags win over names (contract, export; ours for scan). */
export interface ContainerSelection {
  container_names: readonly string[]
  container_tags: readonly string[]
}

/** Writes one row per planned container, `queued`, and returns their ids in the order of the containers' names; a second call adds nothing. */
export async function planContainers(
  transaction: Queryable,
  operation: { id: number; type: OperationType; datastore_id: number },
  { container_names, container_tags }: ContainerSelection,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into operation_containers (operation_id, kind, datastore_id, container_id)
    select ${operation.id}, ${operation.type}, datastore_id, id
    from containers
    where datastore_id = ${operation.datastore_id}
      and (${container_tags.length > 0} or ${container_names.length === 0} or name = any(${container_names}::text[]))
      and (${container_tags.length === 0} or exists (
        select from tag_links join global_tags on global_tags.id = tag_links.tag_id
        where tag_links.container_id = containers.id and global_tags.name = any(${container_tags}::text[])))
    order by name
    on conflict (operation_id, container_id) do nothing
    returning id`.execute(transaction)
  return rows.map((row) => row.id)
}
