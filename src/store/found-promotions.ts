import { sql } from 'kysely'

/** A promotion names its ends in its payload. */
const end = (name: 'container_id' | 'destination_container_id' | 'destination_datastore_id') =>
  sql<number>`(promotions.payload ->> ${sql.lit(name)})::bigint`

/** Holds for runs that carry nothing into a datastore beside these; one that was deleted bars nobody. */
export function isWithin(visible: readonly number[]) {
  return sql<boolean>`operations.id not in (
    select promotions.id from operations as promotions
    join datastores on datastores.id = ${end('destination_datastore_id')}
    where promotions.type = 'promote' and datastores.id <> all(${visible}::bigint[]))`
}

/** Ids of promotions from or to one of these containers, or that carry it or made it. */
export function promotionsOf(containers: readonly number[]) {
  const isOne = (id: ReturnType<typeof sql>) => sql`${id} = any(${containers}::bigint[])`
  return sql<number>`
    select promotions.id from operations as promotions
    where promotions.type = 'promote'
      and (${isOne(end('container_id'))} or ${isOne(end('destination_container_id'))} or exists (
        select from promoted_entities as entities
        where entities.operation_id = promotions.id and entities.entity_type in ('computed_table', 'computed_file')
          and (${isOne(sql`entities.source_entity_id`)} or ${isOne(sql`entities.destination_entity_id`)})))`
}
