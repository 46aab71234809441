import { sql } from 'kysely'
import { hold } from '../kernel/held.ts'
import type { Page, PageRequest } from '../kernel/page.ts'
import { fetchPage } from './paging.ts'
import type { Queryable } from './pool.ts'
import { isOpenAnomaly } from './open-anomalies.ts'

/** Active checks that name the field. */
const checksOfField = sql<number>`(
  select count(*) from quality_checks
  where quality_checks.container_id = fields.container_id and quality_checks.status = 'Active'
    and fields.name = any(quality_checks.fields))`

/** Open anomalies that a check found which names the field. */
const anomaliesOfField = sql<number>`(
  select count(distinct anomalies.id) from anomalies
  join anomaly_failed_checks on anomaly_failed_checks.anomaly_id = anomalies.id
  join quality_checks on quality_checks.id = anomaly_failed_checks.quality_check_id
  where anomalies.container_id = fields.container_id and ${isOpenAnomaly}
    and fields.name = any(quality_checks.fields))`

const shownFieldProfiles = (database: Queryable) =>
  database
    .selectFrom('field_profiles')
    .innerJoin('container_profiles', 'container_profiles.id', 'field_profiles.container_profile_id')
    .innerJoin('fields', 'fields.id', 'field_profiles.field_id')
    .innerJoin('containers', 'containers.id', 'fields.container_id')
    .select(['field_profiles.id', 'field_profiles.field_id', 'field_profiles.container_profile_id'])
    .select(['field_profiles.created', 'metrics', 'partition_name', 'group_values'])
    .select(['fields.name', 'fields.type', 'fields.status', 'fields.container_id'])
    .select(['containers.datastore_id', 'containers.name as container_name', 'container_type', 'table_type'])
    .select([checksOfField.as('quality_check_count'), anomaliesOfField.as('anomaly_count')])
    .where('container_profiles.finished', 'is not', null)

type Selected = Awaited<ReturnType<ReturnType<typeof shownFieldProfiles>['executeTakeFirstOrThrow']>>

const held = ({ metrics, ...row }: Selected) => ({ ...row, metrics: hold(metrics) })

const heldPage = ({ items, ...page }: Page<Selected>) => ({ ...page, items: items.map(held) })

/** A profile of a field, with its field and container. */
export type FieldProfileRow = NonNullable<Awaited<ReturnType<typeof findFieldProfile>>>

/** Undefined when there is no such profile, or the profile of its container is not complete. */
export async function findFieldProfile(database: Queryable, id: number) {
  const row = await shownFieldProfiles(database).where('field_profiles.id', '=', id).executeTakeFirst()
  return row && held(row)
}

/** The newest of each field, over whole containers; with `profile`, those of that profile. In the order of the fields. */
export async function listNewest(
  database: Queryable,
  containerId: number,
  { profile, ...request }: PageRequest & { profile?: number | undefined },
): Promise<Page<FieldProfileRow>> {
  const query = shownFieldProfiles(database)
    .where('fields.container_id', '=', containerId)
    .orderBy('fields.ordinal')
    .orderBy('fields.id')
  if (profile !== undefined)
    return heldPage(
      await fetchPage(query.where('field_profiles.container_profile_id', '=', profile), request),
    )
  return heldPage(await fetchPage(query.where(sql<boolean>`field_profiles.id = ${newestProfileId}`), request))
}

/** All of one field over whole containers, newest first. */
export async function listHistory(
  database: Queryable,
  fieldId: number,
  request: PageRequest,
): Promise<Page<FieldProfileRow>> {
  const query = shownFieldProfiles(database)
    .where('field_profiles.field_id', '=', fieldId)
    .where('parent_profile_id', 'is', null)
    .orderBy('field_profiles.id', 'desc')
  return heldPage(await fetchPage(query, request))
}

const newest = sql`
  from field_profiles as newest join container_profiles as whole on whole.id = newest.container_profile_id
  where newest.field_id = fields.id and whole.finished is not null and whole.parent_profile_id is null
  order by newest.id desc limit 1`

/** The newest complete profile of a field over its whole container, beside a row of `fields`; null without one. */
export const newestProfileId = sql<number | null>`(select newest.id ${newest})`

/** The completeness in that profile; null without one. */
export const newestCompleteness = sql<
  number | null
>`(select (newest.metrics ->> 'completeness')::float8 ${newest})`
