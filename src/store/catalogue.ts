import { sql } from 'kysely'
import type {
  ContainerStatus,
  ContainerType,
  FileLayout,
  FileOptions,
  Partition,
  TableType,
} from '../model/container.ts'
import type { DiscoveredField, FieldStatus, FieldType } from '../model/field.ts'
import type { SourceKey } from '../model/identity.ts'
import { deleteRow } from './delete-row.ts'
import type { Queryable } from './pool.ts'
import { prepared } from './prepared.ts'
import { batches } from './batches.ts'

/** Makes a second sync of the datastore wait until this transaction ends; reads and settings are not held up. */
export async function lockCatalogue(transaction: Queryable, datastoreId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`catalogue:${datastoreId}`}, 0))`.execute(
    transaction,
  )
}

/** The catalogue's record of a container; null when it has none of that name. */
export async function findCatalogued(transaction: Queryable, datastoreId: number, name: string) {
  const row = await transaction
    .selectFrom('containers')
    .select(['id', 'container_type', 'table_type', 'status', 'status_reason'])
    .where('datastore_id', '=', datastoreId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row ?? null
}

/** Every synced container of the datastore; computed ones are not a sync's business. */
export async function listCatalogued(transaction: Queryable, datastoreId: number) {
  return transaction
    .selectFrom('containers')
    .select(['id', 'name', 'table_type', 'status'])
    .where('datastore_id', '=', datastoreId)
    .where('container_type', 'in', ['table', 'view', 'file'])
    .orderBy('name')
    .execute()
}

/** The file settings of each container of files, by name, with those of its fields that Active checks name. */
export async function listFileSettings(
  database: Queryable,
  datastoreId: number,
): Promise<Map<string, { file_options: FileOptions; fields: DiscoveredField[] }>> {
  const { rows } = await sql<{ name: string; file_options: FileOptions; fields: DiscoveredField[] }>`
    select containers.name, containers.file_options,
      coalesce((select jsonb_agg(jsonb_build_object('name', fields.name, 'type', fields.type, 'native_type', fields.native_type,
                                                    'nullable', fields.nullable) order by fields.ordinal)
                from fields
                where fields.container_id = containers.id and fields.status in ('active', 'masked')
                  and not exists (select from computed_fields
                              where computed_fields.container_id = containers.id and computed_fields.name = fields.name)
                  and exists (select from quality_checks where quality_checks.container_id = containers.id
                              and quality_checks.status = 'Active' and fields.name = any(quality_checks.fields))), '[]') as fields
    from containers where containers.datastore_id = ${datastoreId} and containers.container_type = 'file'`.execute(
    database,
  )
  return new Map(rows.map(({ name, ...settings }) => [name, settings]))
}

/** Fields that Active checks name, with the number of those checks and the type of the last sync. */
export async function listCheckedFields(
  database: Queryable,
  containerId: number,
): Promise<{ name: string; type: FieldType; checks: number }[]> {
  const { rows } = await sql<{ name: string; type: FieldType; checks: number }>`
    select fields.name, fields.type, count(*)::int as checks
    from fields join quality_checks on quality_checks.container_id = fields.container_id
      and quality_checks.status = 'Active' and fields.name = any(quality_checks.fields)
    where fields.container_id = ${containerId} and fields.status in ('active', 'masked')
    group by fields.name, fields.type, fields.ordinal order by fields.ordinal`.execute(database)
  return rows
}

/** Names of containers that a person deleted. */
export async function listRemovedNames(transaction: Queryable, datastoreId: number): Promise<Set<string>> {
  const rows = await transaction
    .selectFrom('removed_containers')
    .select('name')
    .where('datastore_id', '=', datastoreId)
    .execute()
  return new Set(rows.map((row) => row.name))
}

/** Keeps a sync from bringing the container back by itself. */
export async function rememberRemoval(
  transaction: Queryable,
  datastoreId: number,
  name: string,
): Promise<void> {
  await transaction
    .insertInto('removed_containers')
    .values({ datastore_id: datastoreId, name })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Lets syncs bring the container back. */
export async function forgetRemoval(
  transaction: Queryable,
  datastoreId: number,
  name: string,
): Promise<void> {
  await transaction
    .deleteFrom('removed_containers')
    .where('datastore_id', '=', datastoreId)
    .where('name', '=', name)
    .execute()
}

/** The columns of a container that a sync writes; `reason` only with a status that needs one. */
export interface CataloguedState {
  container_type: ContainerType
  table_type: TableType | null
  status: ContainerStatus
  status_reason: string | null
  /** Left out when what is known of it stays. */
  file_layout?: FileLayout | null
}

function columnsOf({ file_layout, ...state }: CataloguedState) {
  return {
    ...state,
    ...(file_layout !== undefined && {
      file_layout: file_layout === null ? null : JSON.stringify(file_layout),
    }),
  }
}

/** Returns the new container's id. */
export async function insertCatalogued(
  transaction: Queryable,
  datastoreId: number,
  name: string,
  state: CataloguedState,
): Promise<number> {
  const { id } = await transaction
    .insertInto('containers')
    .values({
      datastore_id: datastoreId,
      name,
      ...columnsOf(state),
      file_options: '{}',
      cataloged: sql<string>`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Notes that the container was seen now, in this state. */
export async function updateCatalogued(
  transaction: Queryable,
  containerId: number,
  state: CataloguedState,
): Promise<void> {
  await transaction
    .updateTable('containers')
    .set({ ...columnsOf(state), cataloged: sql<string>`now()` })
    .where('id', '=', containerId)
    .execute()
}

/** Notes the key that the source declares; null when it declares none. Returns whether it was another before. */
export async function replaceSourceKey(
  transaction: Queryable,
  containerId: number,
  key: SourceKey | null,
): Promise<boolean> {
  const fields = key?.fields ?? null
  const origin = key?.origin ?? null
  const { numUpdatedRows } = await transaction
    .updateTable('containers')
    .set({ source_key_fields: fields, source_key_origin: origin })
    .where('id', '=', containerId)
    .where(
      sql<boolean>`(source_key_fields, source_key_origin) is distinct from (${fields}::text[], ${origin}::text)`,
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes that a sync did not find the container; what is known of it stays. */
export async function markInaccessible(transaction: Queryable, containerId: number): Promise<void> {
  await transaction
    .updateTable('containers')
    .set({ status: 'inaccessible', status_reason: 'The last sync did not find it in the source.' })
    .where('id', '=', containerId)
    .execute()
}

/** Its fields, checks and anomalies go with it. False: it is gone. */
export function deleteContainer(transaction: Queryable, containerId: number): Promise<boolean> {
  return deleteRow(transaction, 'containers', containerId)
}

/**
 * Brings the fields of a container to `discovered`, by name; returns whether anything changed. A field that is gone
 * becomes `missing` and one that is back what it was before, so that a masked field is never shown when it comes back; an
 * excluded one stays excluded. Those whose names are `kept` are left as they are where they are not discovered.
 */
export async function replaceFields(
  transaction: Queryable,
  containerId: number,
  discovered: readonly DiscoveredField[],
  kept: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  const known = await transaction
    .selectFrom('fields')
    .select(['id', 'name', 'type', 'native_type', 'nullable', 'ordinal', 'status', 'former_status'])
    .where('container_id', '=', containerId)
    .execute()
  const byName = new Map(known.map((field) => [field.name, field]))
  const added: (DiscoveredField & { container_id: number; ordinal: number })[] = []
  let changed = false
  for (const [ordinal, { name, type, native_type, nullable }] of discovered.entries()) {
    const field = byName.get(name)
    byName.delete(name)
    if (!field) {
      added.push({ container_id: containerId, name, type, native_type, nullable, ordinal })
      continue
    }
    const isBack = field.status === 'missing'
    const status: FieldStatus = isBack ? (field.former_status ?? 'active') : field.status
    const former_status = isBack ? null : field.former_status
    const next = { type, native_type, nullable, ordinal, status, former_status }
    if ((Object.keys(next) as (keyof typeof next)[]).every((member) => next[member] === field[member]))
      continue
    changed = true
    await transaction.updateTable('fields').set(next).where('id', '=', field.id).execute()
  }
  for (const batch of batches(added)) await transaction.insertInto('fields').values(batch).execute()
  const gone = [...byName.values()]
    .filter((field) => (field.status === 'active' || field.status === 'masked') && !kept.has(field.name))
    .map((field) => field.id)
  if (gone.length > 0) {
    await transaction
      .updateTable('fields')
      .set({ status: 'missing', former_status: sql<'active' | 'masked'>`status` })
      .where('id', 'in', gone)
      .execute()
  }
  return changed || added.length > 0 || gone.length > 0
}

/** True when the partitions of a container are those that the last scan cut it into, rather than those of the source. */
export async function isCut(transaction: Queryable, containerId: number): Promise<boolean> {
  const part = await transaction
    .selectFrom('partitions')
    .select('id')
    .where('container_id', '=', containerId)
    .where('is_part', '=', true)
    .limit(1)
    .executeTakeFirst()
  return part !== undefined
}

/** A partition of a container that a scan has read. */
interface ReadPartition extends Partition {
  container_id: number
}

/**
 * The containers of these partitions of which the catalogue lacks the partition, knows it as it was before, or has parts that a scan cut
 * them into.
 */
export async function containersToCatalogue(
  transaction: Queryable,
  read: readonly ReadPartition[],
): Promise<Set<number>> {
  if (read.length === 0) return new Set()
  const { rows } = await sql<{ container_id: number }>`${prepared}
    select read.container_id
    from jsonb_to_recordset(${JSON.stringify(read)}::jsonb)
      as read (container_id bigint, name text, size_bytes bigint, last_modified timestamptz)
    left join partitions on partitions.container_id = read.container_id and partitions.name = read.name
    where partitions.id is null or partitions.size_bytes is distinct from read.size_bytes
      or date_trunc('milliseconds', partitions.last_modified) is distinct from date_trunc('milliseconds', read.last_modified)
      or exists (select from partitions as parts where parts.container_id = read.container_id and parts.is_part)`.execute(
    transaction,
  )
  return new Set(rows.map(({ container_id }) => container_id))
}

/**
 * Brings the partitions of a container to `discovered`, by name; returns whether one was added or removed. `isPart`: they
 * are parts that a scan cut the container into.
 */
export async function replacePartitions(
  transaction: Queryable,
  containerId: number,
  discovered: readonly Partition[],
  isPart = false,
): Promise<boolean> {
  const known = await transaction
    .selectFrom('partitions')
    .select(['id', 'name', 'size_bytes', 'last_modified', 'is_part'])
    .where('container_id', '=', containerId)
    .execute()
  const byName = new Map(known.map((partition) => [partition.name, partition]))
  const written: (Partition & { container_id: number; is_part: boolean })[] = []
  let added = 0
  for (const { name, size_bytes, last_modified } of discovered) {
    const partition = byName.get(name)
    byName.delete(name)
    if (!partition) added += 1
    if (
      partition &&
      partition.size_bytes === size_bytes &&
      partition.is_part === isPart &&
      sameInstant(partition.last_modified, last_modified)
    ) {
      continue
    }
    written.push({ container_id: containerId, name, size_bytes, last_modified, is_part: isPart })
  }
  for (const batch of batches(written)) {
    await transaction
      .insertInto('partitions')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['container_id', 'name']).doUpdateSet((eb) => ({
          size_bytes: eb.ref('excluded.size_bytes'),
          last_modified: eb.ref('excluded.last_modified'),
          is_part: eb.ref('excluded.is_part'),
        })),
      )
      .execute()
  }
  const gone = [...byName.values()].map((partition) => partition.id)
  if (gone.length > 0) await transaction.deleteFrom('partitions').where('id', 'in', gone).execute()
  return added > 0 || byName.size > 0
}

/** The store keeps milliseconds; a source may tell more. */
function sameInstant(left: string | null, right: string | null): boolean {
  return left === right || (left !== null && right !== null && Date.parse(left) === Date.parse(right))
}
