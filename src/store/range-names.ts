import { sql } from 'kysely'
import type { Queryable } from './pool.ts'

/** The name of a range of a table, and the one that it gets. */
export interface RenamedRange {
  old: string
  new: string
}

/**
 * All names that the state keeps of ranges of a table by one of its fields, in the order of the alphabet: they begin with the
 * field's name. Those of files are their paths.
 */
export async function rangeNames(
  transaction: Queryable,
  containerId: number,
  field: string,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct found.name
    from (
      select name from partitions where container_id = ${containerId} and is_part
      union all
      select parts.partition_name from partition_scans as parts
      join operation_containers as scans on scans.id = parts.container_scan_id
      where scans.container_id = ${containerId}
      union all
      select units.subject -> 'range' ->> 'name' from units
      join operation_containers as scans on scans.id = units.container_scan_id
      where scans.container_id = ${containerId}
    ) as found
    join containers on containers.id = ${containerId} and containers.container_type <> 'file' and containers.name <> found.name
    where starts_with(found.name, ${`${field} `}::text)
    order by found.name`.execute(transaction)
  return rows.map(({ name }) => name)
}

/** Renames ranges of a container where they were found, are waiting to be read, and are told apart in the findings of scans. */
export async function renameRanges(
  transaction: Queryable,
  containerId: number,
  renamed: readonly RenamedRange[],
): Promise<void> {
  const names = sql`jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) as names (old text, new text)`
  const scans = sql`(select id from operation_containers where container_id = ${containerId})`
  await sql`
    update partitions set name = names.new from ${names}
    where container_id = ${containerId} and is_part and name = names.old`.execute(transaction)
  await sql`
    update partition_scans set partition_name = names.new from ${names}
    where container_scan_id in ${scans} and partition_name = names.old`.execute(transaction)
  await sql`
    update units set subject = jsonb_set(jsonb_set(subject, '{partition}', to_jsonb(names.new)), '{range,name}', to_jsonb(names.new))
    from ${names}
    where container_scan_id in ${scans} and subject -> 'range' ->> 'name' = names.old`.execute(transaction)
}

/** A shape anomaly that is about one range of a table alone. */
export interface RangeAnomaly extends RenamedRange {
  id: number
  check_id: number
}

/** The anomalies of these ranges, archived ones too. */
export async function anomaliesOfRanges(
  transaction: Queryable,
  containerId: number,
  renamed: readonly RenamedRange[],
): Promise<RangeAnomaly[]> {
  const { rows } = await sql<RangeAnomaly>`
    select anomalies.id, split_part(anomalies.identity, ':', 2)::bigint as check_id, names.old, names.new
    from anomalies
    join jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) as names (old text, new text)
      on anomalies.identity = concat('shape:', split_part(anomalies.identity, ':', 2), ':', names.old)
    where anomalies.container_id = ${containerId} and anomalies.type = 'shape'`.execute(transaction)
  return rows
}

/** Writes the new names into the messages of these anomalies, and gives them the identities that follow. */
export async function renameInAnomalies(
  transaction: Queryable,
  anomalies: readonly (RangeAnomaly & { identity: string; fingerprint: number })[],
): Promise<void> {
  if (anomalies.length === 0) return
  const changed = sql`
    jsonb_to_recordset(${JSON.stringify(anomalies)}::jsonb)
      as changed (id bigint, old text, new text, identity text, fingerprint bigint)`
  await sql`
    update anomalies
    set identity = changed.identity, fingerprint = changed.fingerprint, message = replace(message, changed.old, changed.new)
    from ${changed} where anomalies.id = changed.id`.execute(transaction)
  await sql`
    update anomaly_failed_checks as failed set message = replace(failed.message, changed.old, changed.new)
    from ${changed} where failed.anomaly_id = changed.id`.execute(transaction)
}
