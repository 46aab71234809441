import { sql } from 'kysely'
import type { ComputedField } from '../model/computed-field.ts'
import type { Computation, ComputedSource, ContainerType, FileOptions } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Queryable } from './pool.ts'
import type { ComputationText } from './schema/catalogue.ts'

/** A container with what makes it a computed one; `source_id` null: it reads no container by its id. */
interface StoredComputation {
  id: number
  name: string
  container_type: ContainerType
  file_options: FileOptions
  computation: ComputationText | null
  fields: DiscoveredField[]
  computed_fields: ComputedField[]
  source_id: number | null
}

/** What the computed ones among these containers are made of, by id, with the containers that they read as the last sync left them. */
export async function computationsOf(
  database: Queryable,
  ids: readonly number[],
): Promise<Map<number, Computation>> {
  if (ids.length === 0) return new Map()
  const rows = await storedComputations(database, ids, false)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const wanted = new Set(ids)
  return new Map(
    rows.flatMap((row) => {
      const computation = wanted.has(row.id) ? computationOf(row, byId) : null
      return computation === null ? [] : [[row.id, computation] as const]
    }),
  )
}

/** A container as one that a computed container reads, see `computationsOf`. */
export async function computedSource(database: Queryable, id: number): Promise<ComputedSource> {
  const rows = await storedComputations(database, [id], true)
  const source = rows.find((row) => row.id === id)
  if (source === undefined) throw new Error('The container was deleted.')
  return sourceOf(source, new Map(rows.map((row) => [row.id, row])))
}

/** Those of the containers that are computed, or all of them, with all that they read. */
async function storedComputations(
  database: Queryable,
  ids: readonly number[],
  all: boolean,
): Promise<StoredComputation[]> {
  // Computed containers may read computed ones; the union ends also if they should ever read each other.
  const { rows } = await sql<StoredComputation>`
    with recursive needed (id) as (
      select containers.id from containers where containers.id = any(${ids}::bigint[]) and (${all} or containers.computation is not null)
      union select container_sources.source_container_id
      from container_sources join needed on needed.id = container_sources.container_id)
    select containers.id, containers.name, containers.container_type, containers.file_options, containers.computation,
      (select source_container_id from container_sources
       where container_sources.container_id = containers.id and container_sources.role = 'source') as source_id,
      coalesce((select jsonb_agg(jsonb_build_object('name', computed_fields.name, 'transformation', transformation,
                                                    'source_fields', source_fields, 'properties', properties) order by computed_fields.id)
                from computed_fields where computed_fields.container_id = containers.id), '[]') as computed_fields,
      coalesce((select jsonb_agg(jsonb_build_object('name', fields.name, 'type', fields.type, 'native_type', fields.native_type,
                                                    'nullable', fields.nullable) order by fields.ordinal)
                from fields where fields.container_id = containers.id and fields.status in ('active', 'masked')), '[]') as fields
    from containers join needed on needed.id = containers.id`.execute(database)
  return rows
}

function computationOf(
  { container_type, computation, source_id }: StoredComputation,
  byId: ReadonlyMap<number, StoredComputation>,
): Computation | null {
  if (computation === null) return null
  if (container_type === 'computed_table') return { kind: container_type, query: computation.query ?? '' }
  const source = source_id === null ? undefined : byId.get(source_id)
  if (source === undefined) throw new Error('A computed container has lost the container that it reads.')
  return {
    kind: 'computed_file',
    source: sourceOf(source, byId),
    select_clause: computation.select_clause ?? '',
    where_clause: computation.where_clause ?? null,
    group_by_clause: computation.group_by_clause ?? null,
  }
}

function sourceOf(row: StoredComputation, byId: ReadonlyMap<number, StoredComputation>): ComputedSource {
  const { name, container_type, file_options, fields, computed_fields } = row
  return {
    name,
    container_type,
    file_options,
    fields,
    computed_fields,
    computation: computationOf(row, byId),
  }
}

/** The part that a container plays in a computed one. */
export interface StoredSource {
  source_container_id: number
  role: 'source' | 'left' | 'right'
}

/** Keeps what a computed container is made of. */
export async function writeComputation(
  transaction: Queryable,
  containerId: number,
  text: ComputationText,
  sources: readonly StoredSource[],
): Promise<void> {
  await transaction
    .updateTable('containers')
    .set({ computation: JSON.stringify(text) })
    .where('id', '=', containerId)
    .execute()
  await transaction.deleteFrom('container_sources').where('container_id', '=', containerId).execute()
  if (sources.length > 0)
    await transaction
      .insertInto('container_sources')
      .values(sources.map((source) => ({ ...source, container_id: containerId })))
      .execute()
}

/** True when the container is, or reads, one of these by its id, over any number of others. */
export async function readsAny(
  database: Queryable,
  containerIds: readonly number[],
  wanted: number,
): Promise<boolean> {
  if (containerIds.length === 0) return false
  const { rows } = await sql<{ found: boolean }>`
    with recursive needed (id) as (
      select unnest(${containerIds}::bigint[])
      union select container_sources.source_container_id
      from container_sources join needed on needed.id = container_sources.container_id)
    select exists (select from needed where id = ${wanted}) as found`.execute(database)
  return rows[0]?.found ?? false
}

/** A computed container as a sync and a verb know it. */
export interface ComputedContainer {
  id: number
  name: string
  container_type: ContainerType
  status_reason: string | null
}

/** The computed containers of a datastore, those that others read before these. */
export async function listComputed(database: Queryable, datastoreId: number): Promise<ComputedContainer[]> {
  return database
    .selectFrom('containers')
    .select(['id', 'name', 'container_type', 'status_reason'])
    .where('datastore_id', '=', datastoreId)
    .where('computation', 'is not', null)
    .orderBy('id')
    .execute()
}

/** Where the values of a computed container come from. */
export interface Origin {
  datastore_id: number
  container_type: ContainerType
  /** The texts that people wrote, the first of them for its columns. */
  texts: string[]
  /** Null for one whose text names what it reads. */
  source_container_id: number | null
}

/** Null for a container that is not computed. */
export async function originOf(database: Queryable, containerId: number): Promise<Origin | null> {
  const row = await database
    .selectFrom('containers')
    .leftJoin('container_sources', (join) =>
      join.onRef('container_sources.container_id', '=', 'containers.id').on('role', '=', 'source'),
    )
    .select(['containers.datastore_id', 'containers.container_type', 'containers.computation'])
    .select('container_sources.source_container_id')
    .where('containers.id', '=', containerId)
    .executeTakeFirst()
  if (!row?.computation) return null
  const { query, select_clause } = row.computation
  const texts = [query ?? select_clause ?? '']
  return {
    datastore_id: row.datastore_id,
    container_type: row.container_type,
    texts,
    source_container_id: row.source_container_id,
  }
}

/** The computed containers that read this one by its id. */
export async function dependantsOf(database: Queryable, containerId: number): Promise<ComputedContainer[]> {
  return database
    .selectFrom('containers')
    .select(['containers.id', 'containers.name', 'containers.container_type', 'status_reason'])
    .where('containers.id', 'in', (eb) =>
      eb
        .selectFrom('container_sources')
        .select('container_sources.container_id')
        .where('source_container_id', '=', containerId),
    )
    .orderBy('containers.name')
    .execute()
}
