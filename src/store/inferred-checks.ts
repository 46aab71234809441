import { sql } from 'kysely'
import type { CheckStatus } from '../model/check.ts'
import type { Queryable } from './pool.ts'

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

/** An inferred check that is made, with what its first version keeps. */
export interface InferredWriting {
  columns: InferredColumns
  definition: object
}

/** Makes inferred checks, each in its first version, with a statement for all of them; how many. One that has an equal Active check is left out. */
export async function insertInferredChecks(
  transaction: Queryable,
  containerId: number,
  writings: readonly InferredWriting[],
  { now, editor }: { now: string; editor: string },
): Promise<number> {
  if (writings.length === 0) return 0
  const given = writings.map(({ columns, definition }) => ({ ...columns, definition }))
  const { numAffectedRows = 0n } = await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given (rule_type text, description text, fields text[], coverage double precision, properties text, status text,
                  additional_metadata text, definition_key text, definition jsonb)
    ), made as (
      insert into quality_checks (container_id, rule_type, description, fields, coverage, properties, status, additional_metadata,
                                  definition_key, inferred, created, created_by, last_updated, last_editor)
      select ${containerId}, rule_type, description, fields, coverage, properties::jsonb, status, additional_metadata::jsonb,
             definition_key, true, ${now}, ${editor}, ${now}, ${editor}
      from given
      on conflict do nothing
      returning id, definition_key
    )
    insert into quality_check_versions (quality_check_id, number, valid_from, edited_by, definition)
    select made.id, 1, ${now}, ${editor}, given.definition from made join given using (definition_key)
    order by made.id`.execute(transaction)
  return Number(numAffectedRows)
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

/**
 * Puts away the inferred checks of a container that are of one of these rules and name one of these fields, and takes their
 * properties and reasons out of them and of every version of them, for good. A later profile may bring them back with others.
 */
export async function withholdInferredChecks(
  transaction: Queryable,
  containerId: number,
  { rule_types, fields }: { rule_types: readonly string[]; fields: readonly string[] },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update quality_checks set properties = '{}', additional_metadata = additional_metadata - 'inference', definition_key = '',
      status = case when status in ('Active', 'Draft') then 'Discarded' else status end,
      retired = retired or status in ('Active', 'Draft'), deleted_at = coalesce(deleted_at, now())
    where container_id = ${containerId} and inferred and rule_type = any(${rule_types}::text[]) and fields && ${fields}::text[]
    returning id`.execute(transaction)
  if (rows.length === 0) return
  await sql`
    update quality_check_versions set definition = definition || jsonb_build_object('properties', '{}'::jsonb,
      'additional_metadata', definition -> 'additional_metadata' #- '{inference}',
      'status', case when valid_to is null then to_jsonb(status) else definition -> 'status' end)
    from quality_checks
    where quality_checks.id = quality_check_id and quality_check_id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    transaction,
  )
}
