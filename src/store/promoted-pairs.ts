import { sql } from 'kysely'
import type { Queryable } from './pool.ts'

/** A thing of a source and the one that stands for it at a destination. */
export interface PromotedPair {
  source_id: number
  destination_id: number
}

/** The tables of pairs, with the columns of what was promoted, of the place that it went to, and of what stands for it there. */
const columns = {
  promoted_checks: ['source_check_id', 'destination_container_id', 'destination_check_id'],
  promoted_computed_fields: ['source_field_id', 'destination_container_id', 'destination_field_id'],
  promoted_containers: ['source_container_id', 'destination_datastore_id', 'destination_container_id'],
} as const

/** Remembers what stands for what in a place, by its id, instead of what was remembered of the same sources. */
export async function rememberPairs(
  transaction: Queryable,
  table: keyof typeof columns,
  place: number,
  pairs: readonly PromotedPair[],
): Promise<void> {
  if (pairs.length === 0) return
  const [source, where, destination] = columns[table].map((column) => sql.ref(column))
  await sql`
    insert into ${sql.table(table)} (${source}, ${where}, ${destination})
    select pairs.source, ${place}, pairs.destination
    from unnest(${pairs.map((pair) => pair.source_id)}::bigint[], ${pairs.map((pair) => pair.destination_id)}::bigint[])
      as pairs (source, destination)
    on conflict (${source}, ${where}) do update set ${destination} = excluded.${destination}`.execute(
    transaction,
  )
}
