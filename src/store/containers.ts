import { sql, type Updateable } from 'kysely'
import type { PageRequest } from '../kernel/page.ts'
import type { ContainerStatus, ContainerType } from '../model/container.ts'
import type { ContainerFacet, Facets } from '../model/facet.ts'
import { openAnomaliesOfContainer, orderOfContainers, type ContainerOrder } from './container-standing.ts'
import { countFacets, nameOfDatastore, tagFacet, type Facet } from './facets.ts'
import { holdRow } from './hold-row.ts'
import { asId, containing, fetchNamed, fetchPage, type IdQuery } from './paging.ts'
import type { Queryable } from './pool.ts'
import type { Database } from './schema.ts'
import { taggedWith } from './tags.ts'

const shownContainers = (database: Queryable) =>
  database
    .selectFrom('containers')
    .select(['id', 'name', 'container_type', 'table_type', 'datastore_id', 'status', 'status_reason'])
    .select(['description', 'additional_metadata', 'file_options', 'file_layout', 'created', 'cataloged'])
    .select([
      'incremental_field_name',
      'incremental_identifier_type',
      'partition_field',
      'incremental_checkpoint',
    ])
    .select(['key_fields', 'source_key_fields', 'source_key_origin', 'group_by_fields'])
    .select(['volumetric_tracking_enabled', 'freshness_tracking_enabled'])
    .select('computation as computation_text')
    .select((eb) => [
      eb
        .selectFrom('container_sources')
        .select('source_container_id')
        .whereRef('container_sources.container_id', '=', 'containers.id')
        .where('role', '=', 'source')
        .as('source_container_id'),
      eb
        .selectFrom('container_sources')
        .select('source_container_id')
        .whereRef('container_sources.container_id', '=', 'containers.id')
        .where('role', '=', 'left')
        .as('left_container_id'),
      eb
        .selectFrom('container_sources')
        .select('source_container_id')
        .whereRef('container_sources.container_id', '=', 'containers.id')
        .where('role', '=', 'right')
        .as('right_container_id'),
    ])

/** A container as it is stored, with the containers that a computed one reads: one source, or the left and the right of a join; null for others. */
export type ContainerRow = NonNullable<Awaited<ReturnType<typeof findContainer>>>

/** Undefined when there is no such container. */
export async function findContainer(database: Queryable, id: number) {
  return shownContainers(database).where('id', '=', id).executeTakeFirst()
}

/** The same as it is now, and stays until the transaction ends. */
export async function lockContainer(transaction: Queryable, id: number): Promise<ContainerRow | undefined> {
  await holdRow(transaction, 'containers', id)
  return findContainer(transaction, id)
}

/** The containers of these ids; those that are gone are left out. */
export async function findContainers(database: Queryable, ids: readonly number[]): Promise<ContainerRow[]> {
  return shownContainers(database)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .execute()
}

/** The containers of a datastore that have one of these ids or names. */
export async function containersCalled(
  database: Queryable,
  datastoreId: number,
  { ids, names }: { ids: readonly number[]; names: readonly string[] },
): Promise<ContainerRow[]> {
  return shownContainers(database)
    .where('datastore_id', '=', datastoreId)
    .where(sql<boolean>`(id = any(${ids}::bigint[]) or name = any(${names}::text[]))`)
    .orderBy('id')
    .execute()
}

/** Sets these columns of the container; the others stay. */
export async function setContainer(
  transaction: Queryable,
  id: number,
  columns: Updateable<Database['containers']>,
): Promise<void> {
  if (Object.keys(columns).length === 0) return
  await transaction.updateTable('containers').set(columns).where('id', '=', id).execute()
}

/** What a list of containers is narrowed to: all members must match, and of the values in one list any. */
export interface ContainerFilter extends PageRequest {
  datastore?: number[] | undefined
  /** `view` finds the views of databases too, whose type is table. */
  container_type?: ContainerType[] | undefined
  status?: ContainerStatus[] | undefined
  /** The exact name. */
  name?: string | undefined
  /** A part of the name in any letter case, or the id. */
  search?: string | undefined
  tag?: string[] | undefined
  /** Deleted containers are gone: `only` finds none. */
  archived?: 'only' | 'include' | undefined
}

/** By name unless sorted otherwise, in the datastores of `visible`. */
export async function listContainers(
  database: Queryable,
  visible: IdQuery,
  filter: ContainerFilter & ContainerOrder,
) {
  return fetchNamed(filter.name, (isNamed) => {
    let query = matchingContainers(database, visible, filter).where(isNamed('name'))
    for (const order of orderOfContainers(filter)) query = query.orderBy(order)
    return fetchPage(
      query.orderBy('containers.name', filter.sort_name ?? 'asc').orderBy('containers.id'),
      filter,
    )
  })
}

/** The containers that match but for the name. */
function matchingContainers(
  database: Queryable,
  visible: IdQuery,
  { datastore, container_type, status, search, tag, archived }: Omit<ContainerFilter, keyof PageRequest>,
) {
  let query = shownContainers(database).where('datastore_id', 'in', visible)
  if (datastore) query = query.where('datastore_id', 'in', datastore)
  if (container_type) {
    query = query.where((eb) =>
      eb.or([
        eb('container_type', 'in', container_type),
        ...(container_type.includes('view') ? [eb('table_type', '=', 'view')] : []),
      ]),
    )
  }
  if (status) query = query.where('status', 'in', status)
  if (search !== undefined) {
    const id = asId(search)
    query = query.where((eb) =>
      eb.or([eb('name', 'ilike', containing(search)), ...(id === null ? [] : [eb('id', '=', id)])]),
    )
  }
  if (tag) query = query.where('id', 'in', taggedWith(database, 'container_id', tag))
  if (archived === 'only') query = query.where((eb) => eb.lit(false))
  return query
}

type CountedContainers = Omit<ContainerFilter, keyof PageRequest | 'name'>

const containerFacets: Record<ContainerFacet, Facet<CountedContainers>> = {
  container_type: {
    value: sql`matched.container_type`,
  },
  status: { value: sql`matched.status` },
  datastore: {
    value: sql`matched.datastore_id`,
    label: nameOfDatastore,
  },
  tag: tagFacet('container_id'),
}

/** How many of the containers that match there are by each of these. */
export function countContainers(
  database: Queryable,
  visible: IdQuery,
  filter: CountedContainers,
  names: readonly ContainerFacet[],
): Promise<Facets> {
  return countFacets(database, containerFacets, names, {
    filter,
    matching: (wanted) => matchingContainers(database, visible, wanted),
  })
}

/** Every container by name, for looking ids up; `datastoreId` undefined is all of `visible`. */
export async function listContainerStubs(database: Queryable, visible: IdQuery, datastoreId?: number) {
  let query = database
    .selectFrom('containers')
    .select(['id', 'name', 'container_type', 'table_type'])
    .where('datastore_id', 'in', visible)
    .orderBy('name')
    .orderBy('id')
  if (datastoreId !== undefined) query = query.where('datastore_id', '=', datastoreId)
  return query.execute()
}

/** Counts by container id; an id without an entry has none. */
export async function containerCounts(database: Queryable, ids: readonly number[]) {
  const counts = await database
    .selectFrom('containers')
    .select('id')
    .select((eb) => [
      eb
        .selectFrom('fields')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('fields.container_id', '=', 'containers.id')
        .where('fields.status', '<>', 'missing')
        .as('fields'),
      eb
        .selectFrom('partitions')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('partitions.container_id', '=', 'containers.id')
        .as('partitions'),
      eb
        .selectFrom('quality_checks')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('quality_checks.container_id', '=', 'containers.id')
        .where('quality_checks.status', '=', 'Active')
        .as('active_checks'),
      openAnomaliesOfContainer.as('active_anomalies'),
    ])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    counts.map(({ id, fields, partitions, active_checks, active_anomalies }) => [
      id,
      {
        fields: fields ?? 0,
        partitions: partitions ?? 0,
        active_checks: active_checks ?? 0,
        active_anomalies,
      },
    ]),
  )
}
