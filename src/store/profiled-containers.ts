import { computedFieldsOf } from './computed-fields.ts'
import { computationsOf } from './computations.ts'
import { excludedAmong } from './fields.ts'
import { maskedFields } from './masked-fields.ts'
import type { Queryable } from './pool.ts'

/** One of the containers that `findProfiledContainers` reads. */
export type ProfiledContainer = NonNullable<
  ReturnType<Awaited<ReturnType<typeof findProfiledContainers>>['get']>
>

/** What a profile needs of containers and their fields, by container id, those that are missing left out; one that is gone has no entry. */
export async function findProfiledContainers(database: Queryable, containerIds: readonly number[]) {
  if (containerIds.length === 0) return new Map<number, never>()
  const containers = await database
    .selectFrom('containers')
    .select(['id', 'name', 'container_type', 'file_options', 'file_layout', 'status', 'status_reason'])
    .select(['incremental_field_name', 'group_by_fields'])
    .select(['volumetric_tracking_enabled', 'freshness_tracking_enabled'])
    .where('id', 'in', containerIds)
    .execute()
  const rows = await database
    .selectFrom('fields')
    .select(['container_id', 'name', 'type', 'native_type', 'nullable', 'status'])
    .where('container_id', 'in', containerIds)
    .where('status', '<>', 'missing')
    .orderBy('ordinal')
    .execute()
  const fieldsOf = Map.groupBy(rows, ({ container_id }) => container_id)
  const computations = await computationsOf(database, containerIds)
  const computedFields = await computedFieldsOf(database, containerIds)
  const masked = await maskedFields(database, containerIds)
  return new Map(
    containers.map(({ id, ...container }) => {
      const fields = (fieldsOf.get(id) ?? []).map(({ container_id: _own, ...field }) => field)
      const computation = computations.get(id) ?? null
      const computed_fields = computedFields.get(id) ?? []
      const excluded_fields = excludedAmong(fields)
      return [
        id,
        {
          container: { ...container, computation, computed_fields, excluded_fields },
          fields,
          masked_fields: masked(id),
        },
      ] as const
    }),
  )
}

/** Notes that containers whose fields had changed were looked at again. */
export async function markProfiled(transaction: Queryable, containerIds: readonly number[]): Promise<void> {
  await transaction
    .updateTable('containers')
    .set({ status: 'available' })
    .where('id', 'in', containerIds)
    .where('status', '=', 'changed')
    .execute()
}
