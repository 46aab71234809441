import { sql } from 'kysely'
import type { Queryable } from './pool.ts'
import { isOpenAnomaly } from './open-anomalies.ts'

/** A field with what is built on it: the checks in force or in draft that name it, and their open anomalies. */
export interface FieldUse {
  name: string
  checks: number[]
  anomalies: number
}

/** The fields of a container that are there and are not among `kept`. */
export async function countUsesOfFields(
  database: Queryable,
  containerId: number,
  kept: ReadonlySet<string>,
): Promise<FieldUse[]> {
  const { rows } = await sql<FieldUse>`
    select fields.name,
      coalesce((select jsonb_agg(quality_checks.id order by quality_checks.id) from quality_checks
                where quality_checks.container_id = fields.container_id and fields.name = any(quality_checks.fields)
                  and quality_checks.status in ('Active', 'Draft')), '[]') as checks,
      (select count(distinct anomalies.id)::int from anomalies
       join anomaly_failed_checks on anomaly_failed_checks.anomaly_id = anomalies.id
       join quality_checks on quality_checks.id = anomaly_failed_checks.quality_check_id
       where anomalies.container_id = fields.container_id and ${isOpenAnomaly}
         and fields.name = any(quality_checks.fields)) as anomalies
    from fields
    where fields.container_id = ${containerId} and fields.status <> 'missing' and fields.name <> all(${[...kept]}::text[])
    order by fields.ordinal`.execute(database)
  return rows
}

/** Forgets up to where a container was read; `alsoField`: also by which field. */
export async function resetIncremental(
  transaction: Queryable,
  containerId: number,
  alsoField: boolean,
): Promise<void> {
  await transaction
    .updateTable('containers')
    .set({ incremental_checkpoint: null, ...(alsoField && { incremental_field_name: null }) })
    .where('id', '=', containerId)
    .execute()
}
