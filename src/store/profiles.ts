import { sql } from 'kysely'
import { opened, type Held } from '../kernel/held.ts'
import type { FieldMetrics } from '../model/field-profile.ts'
import type { Page, PageRequest } from '../kernel/page.ts'
import { fetchPage } from './paging.ts'
import type { Queryable } from './pool.ts'
import type { GroupValues } from './schema/profiles.ts'

/** The rows that a profile is about; both null: all rows of the container. */
export interface ProfiledPart {
  partition_name: string | null
  group_values: GroupValues | null
}

/** The part that is all rows. */
export const wholeContainer: ProfiledPart = { partition_name: null, group_values: null }

/** The profile of a part, begun if it was not; its id. A repeated attempt begins it again, without its fields. */
export async function beginProfile(
  transaction: Queryable,
  of: { operation_container_id: number; container_id: number },
  { partition_name, group_values }: ProfiledPart,
  parent_profile_id: number | null,
): Promise<number> {
  const values = group_values === null ? null : JSON.stringify(group_values)
  const { rows } = await sql<{ id: number }>`
    with begun as (
      insert into container_profiles (operation_container_id, container_id, parent_profile_id, partition_name, group_values)
      values (${of.operation_container_id}, ${of.container_id}, ${parent_profile_id}, ${partition_name}, ${values}::jsonb)
      on conflict (operation_container_id, coalesce(partition_name, ''), coalesce(group_values::text, ''))
      do update set finished = null
      returning id
    ), emptied as (
      delete from field_profiles using begun where container_profile_id = begun.id
    )
    select id from begun`.execute(transaction)
  const [row] = rows
  if (!row) throw new Error('A profile that is inserted or updated has an id.')
  return row.id
}

/** The figures of a profile that is complete. */
export interface ProfileFigures {
  /** Rows of the part, whatever share of them was read. */
  records_count: number
  records_processed: number
  fields: readonly { name: string; metrics: Held<FieldMetrics> }[]
}

/** Writes the figures; fields that the container has no more are left out. The number of fields written. */
export async function finishProfile(
  transaction: Queryable,
  id: number,
  { records_count, records_processed, fields }: ProfileFigures,
): Promise<number> {
  const measured = fields.map(({ name, metrics }) => ({ name, metrics: opened(metrics) }))
  const { numAffectedRows = 0n } = await sql`
    with finished as (
      update container_profiles
      set records_count = ${records_count}, records_processed = ${records_processed}, finished = clock_timestamp()
      where id = ${id}
      returning id, container_id
    )
    insert into field_profiles (container_profile_id, field_id, metrics)
    select finished.id, fields.id, measured.metrics
    from jsonb_to_recordset(${JSON.stringify(measured)}::jsonb) as measured (name text, metrics jsonb)
    cross join finished
    join fields on fields.container_id = finished.container_id and fields.name = measured.name`.execute(
    transaction,
  )
  return Number(numAffectedRows)
}

/** Notes what became of the inferred checks, and when the container was last modified. */
export async function noteInference(
  transaction: Queryable,
  id: number,
  noted: { checks_synchronized: number; last_modified: string | null },
): Promise<void> {
  await transaction.updateTable('container_profiles').set(noted).where('id', '=', id).execute()
}

const countedFields = sql<number>`(
  select count(*) from field_profiles where field_profiles.container_profile_id = container_profiles.id)`

const shownProfiles = (database: Queryable) =>
  database
    .selectFrom('container_profiles')
    .innerJoin('operation_containers', 'operation_containers.id', 'container_profiles.operation_container_id')
    .innerJoin('containers', 'containers.id', 'container_profiles.container_id')
    .select(['container_profiles.id', 'operation_containers.operation_id', 'parent_profile_id'])
    .select(['partition_name', 'group_values', 'container_profiles.created', 'records_count'])
    .select(['container_profiles.records_processed', 'checks_synchronized'])
    .select([countedFields.as('field_profiles_count'), 'result', 'message', 'containers.datastore_id'])
    .select(['containers.id as container_id', 'containers.name', 'container_type', 'table_type'])

/** A profile with the container and the run that it is of, and how many fields it has measured. */
export type ContainerProfileRow = Awaited<ReturnType<typeof profilesOfRun>>[number]

/** Complete profiles of a container, newest first, those of its parts only where asked for. */
export async function listContainerProfiles(
  database: Queryable,
  containerId: number,
  { parts, ...request }: PageRequest & { parts: boolean },
): Promise<Page<ContainerProfileRow>> {
  let query = shownProfiles(database)
    .where('container_profiles.container_id', '=', containerId)
    .where('finished', 'is not', null)
    .orderBy('container_profiles.id', 'desc')
  if (!parts) query = query.where('parent_profile_id', 'is', null)
  return fetchPage(query, request)
}

/** Of one run, the profile of each container as a whole, by their names; one that has not begun has no profile yet. */
export async function profilesOfRun(database: Queryable, operationId: number) {
  return shownProfiles(database)
    .where('operation_containers.operation_id', '=', operationId)
    .where('parent_profile_id', 'is', null)
    .orderBy('containers.name')
    .execute()
}
