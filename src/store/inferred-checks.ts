import { sql } from 'kysely'
import type { CheckStatus } from '../model/check.ts'
import type { Queryable } from './pool.ts'

/** Puts profiles that write the inferred checks of a container in a line, until this transaction ends. */
export async function lockInference(transaction: Queryable, containerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('inferred checks:' || ${containerId}::text, 0))`.execute(
    transaction,
  )
}

/** A check of a container, as far as it bears on what is inferred. */
export interface KnownCheck {
  id: number
  rule_type: string
  description: string
  fields: string[]
  filter: string | null
  coverage: number
  properties: Record<string, unknown>
  status: CheckStatus
  inferred: boolean
  /** True when a profile put it away. */
  retired: boolean
  version: number
  additional_metadata: Record<string, unknown> | null
  anomaly_message_field: string | null
  owner_id: number | null
  default_anomaly_assignee_id: number | null
  has_anomalies: boolean
}

/** All checks of a container, whatever their status, oldest first; locked where a transaction asks. */
export async function checksOfContainer(
  database: Queryable,
  containerId: number,
  lock?: 'lock',
): Promise<KnownCheck[]> {
  const { rows } = await sql<KnownCheck>`
    select id, rule_type, description, fields, filter, coverage, properties, status, inferred, retired, version,
           additional_metadata, anomaly_message_field, owner_id, default_anomaly_assignee_id,
           exists (select from anomaly_failed_checks where quality_check_id = quality_checks.id) as has_anomalies
    from quality_checks where container_id = ${containerId} order by id
    ${lock ? sql`for no key update` : sql``}`.execute(database)
  return rows
}

/** The columns of an inferred check that a profile writes. */
export interface InferredColumns {
  rule_type: string
  description: string
  fields: string[]
  coverage: number
  /** JSON text. */
  properties: string
  status: CheckStatus
  /** JSON text. */
  additional_metadata: string
  definition_key: string
}

/** Makes an inferred check; its id, or null where an equal Active check was made meanwhile. */
export async function insertInferredCheck(
  transaction: Queryable,
  containerId: number,
  columns: InferredColumns,
  { now, editor }: { now: string; editor: string },
): Promise<number | null> {
  const row = await transaction
    .insertInto('quality_checks')
    .values({
      ...columns,
      container_id: containerId,
      filter: null,
      inferred: true,
      anomaly_message_field: null,
      owner_id: null,
      default_anomaly_assignee_id: null,
      created: now,
      created_by: editor,
      last_updated: now,
      last_editor: editor,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Writes a new version of an inferred check; `retired` says whether it was put away. */
export async function writeInferredCheck(
  transaction: Queryable,
  { id, version }: Pick<KnownCheck, 'id' | 'version'>,
  columns: Partial<InferredColumns> & { retired: boolean },
  { now, editor }: { now: string; editor: string },
): Promise<void> {
  await transaction
    .updateTable('quality_checks')
    .set({
      ...columns,
      version: version + 1,
      last_updated: now,
      last_editor: editor,
      deleted_at: columns.retired ? now : null,
    })
    .where('id', '=', id)
    .execute()
}

/** The inferred checks of these that are Active and of one of these rules, with their containers; locked. */
export async function adaptiveChecks(
  transaction: Queryable,
  checkIds: readonly number[],
  ruleTypes: readonly string[],
): Promise<(KnownCheck & { container_id: number })[]> {
  const { rows } = await sql<KnownCheck & { container_id: number }>`
    select id, container_id, rule_type, description, fields, filter, coverage, properties, status, inferred, retired, version,
           additional_metadata, anomaly_message_field, owner_id, default_anomaly_assignee_id, false as has_anomalies
    from quality_checks
    where id = any(${checkIds}::bigint[]) and rule_type = any(${ruleTypes}::text[]) and inferred and status = 'Active'
    order by id for no key update`.execute(transaction)
  return rows
}
