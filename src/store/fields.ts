import type { Updateable } from 'kysely'
import type { Page, PageRequest } from '../kernel/page.ts'
import type { DiscoveredField, FieldStatus, FieldType } from '../model/field.ts'
import { datastoreType } from './datastores.ts'
import { newestCompleteness, newestProfileId } from './field-profiles.ts'
import { fetchNamed, fetchPage, inOrder, isAmong } from './paging.ts'
import type { Queryable } from './pool.ts'
import type { Database } from './schema.ts'
import { taggedWith } from './tags.ts'

const shownFields = (database: Queryable) =>
  database
    .selectFrom('fields')
    .innerJoin('containers', 'containers.id', 'fields.container_id')
    .innerJoin('datastores', 'datastores.id', 'containers.datastore_id')
    .select(['fields.id', 'fields.name', 'fields.type', 'fields.native_type', 'fields.nullable'])
    .select(['fields.ordinal', 'fields.status', 'fields.description', 'fields.created'])
    .select('fields.additional_metadata')
    .select(['fields.container_id', 'containers.name as container_name', 'containers.container_type'])
    .select(['containers.table_type', newestProfileId.as('latest_profile_id')])
    .select(newestCompleteness.as('completeness'))
    .select(['containers.datastore_id', 'datastores.name as datastore_name', datastoreType])

/** A field as it is stored, with what its newest profile says, and the names and types of its container and datastore. */
export type FieldRow = NonNullable<Awaited<ReturnType<typeof findField>>>

/** Undefined when there is no such field. */
export async function findField(database: Queryable, id: number) {
  return shownFields(database).where('fields.id', '=', id).executeTakeFirst()
}

/** The fields that checks of the container can name: those that the last sync found, in their order. */
export async function listKnownFields(database: Queryable, containerId: number): Promise<DiscoveredField[]> {
  return database
    .selectFrom('fields')
    .select(['name', 'type', 'native_type', 'nullable'])
    .where('container_id', '=', containerId)
    .where('status', 'in', ['active', 'masked'])
    .orderBy('ordinal')
    .execute()
}

/** The names of those of the fields that people left out. */
export const excludedAmong = (fields: readonly { name: string; status: FieldStatus }[]): string[] =>
  fields.filter(({ status }) => status === 'excluded').map(({ name }) => name)

/** The fields of a container that are in one of these states, in the order of the source. */
export function fieldsInState(
  database: Queryable,
  containerId: number,
  states: readonly FieldStatus[],
): Promise<{ name: string; type: FieldType; status: FieldStatus; is_masked: boolean }[]> {
  return database
    .selectFrom('fields')
    .select(['name', 'type', 'status', 'is_masked'])
    .where('container_id', '=', containerId)
    .where('status', 'in', states)
    .orderBy('ordinal')
    .execute()
}

/** Sets these columns of the field; the others stay. */
export async function setField(
  transaction: Queryable,
  id: number,
  columns: Updateable<Database['fields']>,
): Promise<void> {
  await transaction.updateTable('fields').set(columns).where('id', '=', id).execute()
}

/** What a list of fields is narrowed to: all members must match, and of the values in one list any. */
export interface FieldFilter extends PageRequest {
  datastore?: number[] | undefined
  container?: number[] | undefined
  /** The exact name. */
  name?: string | undefined
  type?: FieldType[] | undefined
  tag?: string[] | undefined
  status: FieldStatus[]
}

/** By container, in the order of the source, in these datastores; null for all. */
export async function listFields(
  database: Queryable,
  visible: readonly number[] | null,
  filter: FieldFilter,
): Promise<Page<FieldRow>> {
  const { datastore, container, name, type, tag, status } = filter
  const page = await fetchNamed(name, (isNamed) => {
    let query = database.selectFrom('fields').select('fields.id').where('fields.status', 'in', status)
    for (const datastores of [visible, datastore]) {
      if (!datastores) continue
      query = query.where('fields.container_id', 'in', (eb) =>
        eb
          .selectFrom('containers')
          .select('containers.id')
          .where(isAmong('containers.datastore_id', datastores)),
      )
    }
    if (container) query = query.where(isAmong('fields.container_id', container))
    if (name !== undefined) query = query.where(isNamed('fields.name'))
    if (type) query = query.where('fields.type', 'in', type)
    if (tag) query = query.where('fields.id', 'in', taggedWith(database, 'field_id', tag))
    const inOrderOfSource = query
      .orderBy('fields.container_id')
      .orderBy('fields.ordinal')
      .orderBy('fields.id')
    return fetchPage(inOrderOfSource, filter)
  })
  const ids = page.items.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await shownFields(database).where('fields.id', 'in', ids).execute()
  return { ...page, items: inOrder(ids, rows) }
}
