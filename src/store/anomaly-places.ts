import { isOpenAnomaly } from './open-anomalies.ts'
import type { Queryable } from './pool.ts'

/** An anomaly's id and uuid; which of them a text is. */
export type AnomalyKey = { id: number } | { uuid: string }

/** Where an anomaly is and when it was found; undefined when there is none. */
export async function findAnomalyPlace(database: Queryable, key: AnomalyKey) {
  const query = database
    .selectFrom('anomalies')
    .select(['id', 'datastore_id', 'container_id', 'created', 'last_detected'])
  const named = 'id' in key ? query.where('id', '=', key.id) : query.where('uuid', '=', key.uuid)
  return named.executeTakeFirst()
}

/** What must be known of an anomaly before it is changed. */
export interface AnomalyPlace {
  id: number
  datastore_id: number
  description: string | null
}

/** By id; one that does not exist is absent from the map. */
export async function anomalyPlaces(
  database: Queryable,
  ids: readonly number[],
): Promise<Map<number, AnomalyPlace>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('anomalies')
    .select(['id', 'datastore_id', 'description'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The id of another open anomaly with the same identity in the container; undefined when there is none. */
export async function openTwin(
  database: Queryable,
  { id, container_id, identity }: { id: number; container_id: number; identity: string },
): Promise<number | undefined> {
  const twin = await database
    .selectFrom('anomalies')
    .select('id')
    .where('container_id', '=', container_id)
    .where('identity', '=', identity)
    .where(isOpenAnomaly)
    .where('id', '<>', id)
    .executeTakeFirst()
  return twin?.id
}
