import { sql } from 'kysely'
import type { CheckDefinition } from '../model/check.ts'
import { computedFieldsOf } from './computed-fields.ts'
import { computationsOf } from './computations.ts'
import { tagsOfChecks } from './inherited-tags.ts'
import { prepared } from './prepared.ts'
import { excludedAmong } from './fields.ts'
import { maskedFields } from './masked-fields.ts'
import type { Queryable } from './pool.ts'

/** A container as its last sync left it, with its fields. */
export type ScannedContainer =
  Awaited<ReturnType<typeof scannedContainers>> extends Map<number, infer One> ? One : never

/** The containers and their fields of the last sync, by id; those that are gone are left out. */
export async function scannedContainers(database: Queryable, ids: readonly number[]) {
  const containers = await database
    .selectFrom('containers')
    .innerJoin('datastores', 'datastores.id', 'containers.datastore_id')
    .innerJoin('connections', 'connections.id', 'datastores.connection_id')
    .select(['containers.id', 'containers.name', 'container_type', 'file_options', 'status', 'status_reason'])
    .select(['incremental_field_name', 'incremental_checkpoint', 'partition_field', 'max_parallelization'])
    .select(['key_fields', 'source_key_fields', 'identity_salt'])
    .select(['volumetric_tracking_enabled', 'freshness_tracking_enabled'])
    // The newest modification of a partition at the last sync; null where the store does not tell.
    .select(({ selectFrom }) =>
      selectFrom('partitions')
        .select(({ fn }) => fn.max('last_modified').as('newest'))
        .whereRef('partitions.container_id', '=', 'containers.id')
        .as('last_modified'),
    )
    .where('containers.id', 'in', [...ids])
    .execute()
  const fields = await database
    .selectFrom('fields')
    .select(['container_id', 'name', 'type', 'native_type', 'nullable', 'status'])
    .where('container_id', 'in', [...ids])
    .where('status', '<>', 'missing')
    .orderBy('ordinal')
    .execute()
  const fieldsOf = Map.groupBy(fields, ({ container_id }) => container_id)
  const masked = await maskedFields(database, ids)
  const computations = await computationsOf(database, ids)
  const computed = await computedFieldsOf(database, ids)
  return new Map(
    containers.map((container) => [
      container.id,
      {
        container: {
          ...container,
          computation: computations.get(container.id) ?? null,
          computed_fields: computed.get(container.id) ?? [],
          excluded_fields: excludedAmong(fieldsOf.get(container.id) ?? []),
        },
        fields: fieldsOf.get(container.id) ?? [],
        /** The names of those whose values are hidden, also if the source does not show them now. */
        masked_fields: masked(container.id),
      },
    ]),
  )
}

/** What people want measured of the container. */
export const trackingOf = (container: ScannedContainer['container']) => ({
  volume: container.volumetric_tracking_enabled,
  freshness: container.freshness_tracking_enabled,
})

/** A check in the wording of one of its versions. */
export interface VersionedCheck {
  id: number
  version: number
  definition: Omit<CheckDefinition, 'id'>
  inferred: boolean
  /** The sum of the weight modifiers of the tags that it carries and inherits, each counted once. */
  modifiers: number
}

/** The checks of these versions. */
export async function checksOfVersions(
  database: Queryable,
  versions: readonly string[],
): Promise<VersionedCheck[]> {
  if (versions.length === 0) return []
  const all = sql`array(select wanted.quality_check_id from wanted)`
  const { rows } = await sql<VersionedCheck>`${prepared}
    with wanted as materialized (
      select quality_check_id, id as version, definition from quality_check_versions where id = any(${versions}::bigint[])
    ), reaching as materialized (
      select reaching.carrier, sum(global_tags.weight_modifier) as modifiers
      from (${tagsOfChecks(all)}) as reaching join global_tags on global_tags.id = reaching.tag_id
      group by reaching.carrier
    )
    select quality_checks.id, wanted.version, wanted.definition, quality_checks.inferred,
           coalesce(reaching.modifiers, 0)::int as modifiers
    from wanted
    join quality_checks on quality_checks.id = wanted.quality_check_id
    left join reaching on reaching.carrier = quality_checks.id`.execute(database)
  return rows
}
