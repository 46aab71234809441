import { sql } from 'kysely'
import type { Queryable } from './pool.ts'

interface SelectedContainer {
  id: number
  name: string
}

/** Those containers of a datastore that have one of these names, by their names. */
export function containersNamed(
  database: Queryable,
  datastoreId: number,
  names: readonly string[],
): Promise<SelectedContainer[]> {
  // One parameter, however many names: a statement takes no more than 65,535.
  return selected(database, datastoreId)
    .where(sql<boolean>`name = any(${names}::text[])`)
    .execute()
}

/** Those that have one of these ids, by their names. */
export function containersOfIds(
  database: Queryable,
  datastoreId: number,
  ids: readonly number[],
): Promise<SelectedContainer[]> {
  return selected(database, datastoreId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
}

const selected = (database: Queryable, datastoreId: number) =>
  database
    .selectFrom('containers')
    .select(['id', 'name'])
    .where('datastore_id', '=', datastoreId)
    .orderBy('name')
