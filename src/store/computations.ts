import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ComputedField } from '../model/computed-field.ts'
import type {
  Computation,
  ComputedSource,
  ContainerType,
  FileOptions,
  JoinComputation,
  JoinSide,
} from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Queryable } from './pool.ts'
import { prepared } from './prepared.ts'
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
  left_id: number | null
  right_id: number | null
  datastore_id: number
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
  return (await joinedSource(database, id)).source
}

/** The same with its datastore. */
export async function joinedSource(database: Queryable, id: number): Promise<JoinedSource> {
  const rows = await storedComputations(database, [id], true)
  const source = rows.find((row) => row.id === id)
  if (source === undefined) throw new Error('The container was deleted.')
  return sideOf(source, new Map(rows.map((row) => [row.id, row])))
}

/** Those of the containers that are computed, or all of them, with all that they read. */
async function storedComputations(
  database: Queryable,
  ids: readonly number[],
  all: boolean,
): Promise<StoredComputation[]> {
  // Computed containers may read computed ones; the union ends also if they should ever read each other.
  const { rows } = await sql<StoredComputation>`${prepared}
    with recursive needed (id) as (
      select containers.id from containers where containers.id = any(${ids}::bigint[]) and (${all} or containers.computation is not null)
      union select container_sources.source_container_id
      from container_sources join needed on needed.id = container_sources.container_id)
    select containers.id, containers.name, containers.container_type, containers.file_options, containers.computation,
      containers.datastore_id,
      (select source_container_id from container_sources
       where container_sources.container_id = containers.id and container_sources.role = 'source') as source_id,
      (select source_container_id from container_sources
       where container_sources.container_id = containers.id and container_sources.role = 'left') as left_id,
      (select source_container_id from container_sources
       where container_sources.container_id = containers.id and container_sources.role = 'right') as right_id,
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
  row: StoredComputation,
  byId: ReadonlyMap<number, StoredComputation>,
): Computation | null {
  const { container_type, computation, source_id } = row
  if (computation === null) return null
  if (container_type === 'computed_join') return storedJoin(row, computation, byId)
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

function storedJoin(
  { left_id, right_id }: StoredComputation,
  text: ComputationText,
  byId: ReadonlyMap<number, StoredComputation>,
): JoinComputation {
  const left = left_id === null ? undefined : byId.get(left_id)
  const right = right_id === null ? undefined : byId.get(right_id)
  if (!left || !right) throw new Error('A join has lost a container that it reads.')
  return joinOf(text, sideOf(left, byId), sideOf(right, byId))
}

const sideOf = (row: StoredComputation, byId: ReadonlyMap<number, StoredComputation>): JoinedSource => ({
  datastore_id: row.datastore_id,
  source: sourceOf(row, byId),
})

/** A side of a join as the state has it. */
export type JoinedSource = Pick<JoinSide, 'datastore_id' | 'source'>

/** The join that texts describe. Both sides are copied where they are in two datastores, or where one of them must be copied itself. */
export function joinOf(text: ComputationText, left: JoinedSource, right: JoinedSource): JoinComputation {
  const isApart = ({ source: { computation } }: JoinedSource): boolean =>
    computation?.kind === 'computed_join' && computation.is_staged
  return {
    kind: 'computed_join',
    left: {
      ...left,
      prefix: text.left_prefix ?? 'left',
      join_field: text.left_join_field_name ?? '',
      staged_as: stagedName(),
    },
    right: {
      ...right,
      prefix: text.right_prefix ?? 'right',
      join_field: text.right_join_field_name ?? '',
      staged_as: stagedName(),
    },
    join_type: text.join_type ?? 'inner',
    select_clause: text.select_clause ?? '',
    where_clause: text.where_clause ?? null,
    group_by_clause: text.group_by_clause ?? null,
    is_staged: left.datastore_id !== right.datastore_id || isApart(left) || isApart(right),
  }
}

/** A name that nobody can write into the SQL of a check. */
const stagedName = (): string => `rows ${randomUUID()}`

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
  /** The text that a person wrote for its columns. */
  text: string
  /** The containers that it reads by their ids, with what stands before the names of their columns; empty: its text names what it reads. */
  sources: { id: number; prefix: string }[]
}

/** Null for a container that is not computed. */
export async function originOf(database: Queryable, containerId: number): Promise<Origin | null> {
  const rows = await database
    .selectFrom('containers')
    .leftJoin('container_sources', 'container_sources.container_id', 'containers.id')
    .select(['containers.datastore_id', 'containers.container_type', 'containers.computation'])
    .select(['container_sources.source_container_id', 'container_sources.role'])
    .where('containers.id', '=', containerId)
    .execute()
  const [row] = rows
  if (!row?.computation) return null
  const { query, select_clause, left_prefix = 'left', right_prefix = 'right' } = row.computation
  const prefixes = { source: '', left: `${left_prefix}_`, right: `${right_prefix}_` }
  return {
    datastore_id: row.datastore_id,
    container_type: row.container_type,
    text: query ?? select_clause ?? '',
    sources: rows.flatMap(({ source_container_id: id, role }) =>
      id === null || role === null ? [] : [{ id, prefix: prefixes[role] }],
    ),
  }
}

/** The datastores of all containers that this one reads by their ids, over any number of others, and its own. */
export async function datastoresBehind(database: Queryable, containerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive needed (id) as (
      select ${containerId}::bigint
      union select container_sources.source_container_id
      from container_sources join needed on needed.id = container_sources.container_id)
    select distinct containers.datastore_id as id from containers join needed on needed.id = containers.id
    order by 1`.execute(database)
  return rows.map(({ id }) => id)
}

/** The computed containers that may show values of containers of the datastore: its own, and joins elsewhere; those that others read first. */
export async function computedOver(
  database: Queryable,
  datastoreId: number,
): Promise<{ id: number; datastore_id: number }[]> {
  const { rows } = await sql<{ id: number; datastore_id: number }>`
    with recursive reading (id) as (
      select containers.id from containers where containers.datastore_id = ${datastoreId}
      union select container_sources.container_id
      from container_sources join reading on reading.id = container_sources.source_container_id)
    select containers.id, containers.datastore_id from containers join reading on reading.id = containers.id
    where containers.computation is not null order by containers.id`.execute(database)
  return rows
}

/** The containers of a datastore that containers of others read, with the names of those. */
export async function readFromOutside(
  database: Queryable,
  datastoreId: number,
): Promise<{ name: string; reader: string }[]> {
  const { rows } = await sql<{ name: string; reader: string }>`
    select theirs.name, readers.name as reader from container_sources
    join containers as theirs on theirs.id = container_sources.source_container_id
    join containers as readers on readers.id = container_sources.container_id
    where theirs.datastore_id = ${datastoreId} and readers.datastore_id <> ${datastoreId}
    order by 1, 2`.execute(database)
  return rows
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
