import { sql } from 'kysely'
import type { GlobalTag } from '../model/tag.ts'
import type { Check } from '../model/check-record.ts'
import { isOfContainer } from './check-results.ts'
import { openAnomaliesOfCheck } from './check-standing.ts'
import { inheritedByChecks } from './inherited-tags.ts'
import type { Queryable } from './pool.ts'

/** What is around a check: what it has found, its tags and those that come down to it, by name, its people, its fields. */
export interface CheckDetails {
  id: number
  anomaly_count: number
  active_anomaly_count: number
  num_container_scans: number
  tags: GlobalTag[]
  inherited_tags: GlobalTag[]
  owner: Check['owner']
  assignee: Check['default_anomaly_assignee']
  /** By name; null where it names none that is there. */
  field_ids: Record<string, number> | null
}

const tagObject = sql`jsonb_build_object('type', 'global', 'name', global_tags.name, 'color', global_tags.color,
  'description', global_tags.description, 'category', global_tags.category, 'weight_modifier', global_tags.weight_modifier)`

const userObject = sql`jsonb_build_object('id', users.id, 'user_id', users.id, 'user_name', users.user_name, 'name', users.name,
  'email', users.email)`

/** The details of checks by their ids. One statement, as every answer with checks needs it. */
export async function checkDetails(
  database: Queryable,
  ids: readonly number[],
): Promise<Map<number, CheckDetails>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<CheckDetails>`
    select quality_checks.id,
      (select count(*) from anomaly_failed_checks where quality_check_id = quality_checks.id) as anomaly_count,
      ${openAnomaliesOfCheck} as active_anomaly_count,
      (select count(distinct container_scan_id) from check_results
       where quality_check_id = quality_checks.id and ${isOfContainer}) as num_container_scans,
      coalesce((select jsonb_agg(${tagObject} order by global_tags.name)
                from tag_links join global_tags on global_tags.id = tag_links.tag_id
                where tag_links.quality_check_id = quality_checks.id), '[]') as tags,
      coalesce((select jsonb_agg(${tagObject} order by global_tags.name)
                from (${inheritedByChecks(sql`array[quality_checks.id]`)}) as above join global_tags on global_tags.id = above.tag_id),
               '[]') as inherited_tags,
      (select ${userObject} from users where users.id = quality_checks.owner_id) as owner,
      (select ${userObject} from users where users.id = quality_checks.default_anomaly_assignee_id) as assignee,
      (select jsonb_object_agg(fields.name, fields.id) from fields
       where fields.container_id = quality_checks.container_id and fields.name = any(quality_checks.fields)) as field_ids
    from quality_checks where quality_checks.id = any(${ids}::bigint[])`.execute(database)
  return new Map(rows.map((row) => [row.id, row]))
}

/** People as checks show them, by their ids; also those who were deleted since. */
export async function peopleOf(
  database: Queryable,
  ids: readonly number[],
): Promise<Map<number, NonNullable<Check['owner']>>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ person: NonNullable<Check['owner']> }>`
    select ${userObject} as person from users where users.id = any(${ids}::bigint[])`.execute(database)
  return new Map(rows.map(({ person }) => [person.id, person]))
}

/** Ids of the fields of these containers, by container id and name. */
export async function fieldIds(
  database: Queryable,
  containerIds: readonly number[],
): Promise<(containerId: number, name: string) => number | null> {
  if (containerIds.length === 0) return () => null
  const rows = await database
    .selectFrom('fields')
    .select(['id', 'name', 'container_id'])
    .where('container_id', 'in', containerIds)
    .execute()
  const ids = new Map(rows.map(({ id, name, container_id }) => [`${container_id} ${name}`, id]))
  return (containerId, name) => ids.get(`${containerId} ${name}`) ?? null
}
