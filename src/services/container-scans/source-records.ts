import { sql } from 'kysely'
import type { Context } from '../../access/context.ts'
import { openRecords } from '../../disclosure/open-records.ts'
import { shownRecord } from '../../disclosure/records.ts'
import type { HeldRecord } from '../../kernel/record-json.ts'
import type { Queryable } from '../../store/pool.ts'
import { streamText } from '../../store/stream.ts'
import { csvWriter } from '../source-records/csv.ts'
import { findContainerScan } from './read.ts'

/** Rows read from the state at once while a download streams. */
const batchRows = 200

/** The caller, when allowed, and what is known of the records' fields. */
async function open(context: Context, id: number, includeMasked: boolean) {
  const scan = await findContainerScan(context, id, 'Viewer')
  // The log knows containers and anomalies; the endpoint in the entry names the container scan.
  const resource = { resource_type: 'container', resource_id: scan.container.id } as const
  const found = await failedRules(context.store.database, id)
  return openRecords(context, {
    datastore_id: scan.datastore.id,
    container_id: scan.container.id,
    resource,
    include_masked: includeMasked,
    rule_types: found,
  })
}

/** The rules of the checks that found something in a container scan. */
async function failedRules(database: Queryable, id: number): Promise<string[]> {
  const rows = await database
    .selectFrom('check_results')
    .innerJoin('quality_checks', 'quality_checks.id', 'check_results.quality_check_id')
    .select('rule_type')
    .distinct()
    .where('container_scan_id', '=', id)
    .where('check_results.anomaly_count', '>', 0)
    .execute()
  return rows.map((row) => row.rule_type)
}

/** The distinct source records of a container scan, at most `limit` of them; `total` counts them all. */
export async function readSourceRecords(context: Context, id: number, limit: number, includeMasked: boolean) {
  const { fields, policy } = await open(context, id, includeMasked)
  const { database } = context.store
  const { rows: found } = await sql<{ total: number; hashes: string[] }>`
    with distinct_rows as materialized (select row_hash from ${recordsOf(id)} group by row_hash)
    select (select count(*) from distinct_rows) as total,
           array(select row_hash from distinct_rows order by row_hash limit ${limit}) as hashes`.execute(
    database,
  )
  const { total = 0, hashes = [] } = found[0] ?? {}
  const { rows } = await sql<{ record: HeldRecord; anomaly_ids: number[] }>`
    select (array_agg(record::text))[1]::json as record, array_agg(distinct anomaly_id) as anomaly_ids
    from ${recordsOf(id)} where row_hash = any(${hashes}::text[]) group by row_hash order by row_hash`.execute(
    database,
  )
  const items = rows.map(({ record, anomaly_ids }) => ({
    record: shownRecord(record, policy),
    anomaly_ids: anomaly_ids.map(Number),
  }))
  return { fields, items, total }
}

/** The same rows as CSV text, a header of field names first, in pieces; all of them when `limit` is null. */
export async function downloadSourceRecords(
  context: Context,
  id: number,
  limit: number | null,
  includeMasked: boolean,
) {
  const { fields, policy } = await open(context, id, includeMasked)
  const names = fields.map((field) => field.name)
  const csv = csvWriter(context.sources.keeps_csv_formulas === true)
  // Only keys are sorted; each record is then looked up when it is its turn.
  const query = sql<{ record: HeldRecord }>`
    select found.record
    from (
      select distinct on (row_hash) row_hash, anomaly_id, ordinal from ${recordsOf(id)}
      order by row_hash, anomaly_id, ordinal limit ${limit}) as chosen
    cross join lateral (
      select source_records.record from source_records
      where source_records.anomaly_id = chosen.anomaly_id and source_records.ordinal = chosen.ordinal limit 1) as found
    order by chosen.row_hash`.compile(context.store.database)
  return streamText(context.store, {
    query,
    batchRows,
    head: csv.line(names),
    textOf: (rows) => rows.map((row) => csv.record(shownRecord(row.record, policy), names)).join(''),
  })
}

/** Records of every anomaly that the container scan found. Anomaly by anomaly (`offset 0`): never by reading all that there are. */
function recordsOf(id: number) {
  return sql`(
    select records.* from anomaly_detections
    cross join lateral (
      select * from source_records where source_records.anomaly_id = anomaly_detections.anomaly_id offset 0) as records
    where anomaly_detections.container_scan_id = ${id}) as records`
}
