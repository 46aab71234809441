import { computedFieldsOf } from './computed-fields.ts'
import { computationsOf } from './computations.ts'
import { excludedAmong } from './fields.ts'
import { maskedFields } from './masked-fields.ts'
import type { Queryable } from './pool.ts'

/** What a profile needs of a container and its fields, those that are missing left out; undefined when it is gone. */
export async function findProfiledContainer(database: Queryable, containerId: number) {
  const container = await database
    .selectFrom('containers')
    .select(['name', 'container_type', 'file_options', 'file_layout', 'status', 'status_reason'])
    .select(['incremental_field_name', 'group_by_fields'])
    .select(['volumetric_tracking_enabled', 'freshness_tracking_enabled'])
    .where('id', '=', containerId)
    .executeTakeFirst()
  if (!container) return undefined
  const fields = await database
    .selectFrom('fields')
    .select(['name', 'type', 'native_type', 'nullable', 'status'])
    .where('container_id', '=', containerId)
    .where('status', '<>', 'missing')
    .orderBy('ordinal')
    .execute()
  const computation = (await computationsOf(database, [containerId])).get(containerId) ?? null
  const computed_fields = (await computedFieldsOf(database, [containerId])).get(containerId) ?? []
  const excluded_fields = excludedAmong(fields)
  const masked_fields = (await maskedFields(database, [containerId]))(containerId)
  return { container: { ...container, computation, computed_fields, excluded_fields }, fields, masked_fields }
}

/** Notes that a container whose fields had changed was looked at again. */
export async function markProfiled(transaction: Queryable, containerId: number): Promise<void> {
  await transaction
    .updateTable('containers')
    .set({ status: 'available' })
    .where('id', '=', containerId)
    .where('status', '=', 'changed')
    .execute()
}
