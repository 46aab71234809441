import { sql } from 'kysely'
import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { readRecord } from '../../kernel/record-json.ts'
import type { Queryable } from '../../store/pool.ts'
import { csvLine, csvRecord } from '../source-records/csv.ts'
import { openRecordFields } from '../source-records/record-fields.ts'
import { findContainerScan } from './read.ts'

/** Rows read from the state at once while a download streams. */
const batchRows = 2000

/** The caller, when allowed, and what is known of the records' fields. */
async function open(context: Context, id: number, includeMasked: boolean) {
  const scan = await findContainerScan(context, id, 'Viewer')
  if (includeMasked) await requireDatastore(context, scan.datastore.id, 'Editor')
  // The log knows containers and anomalies; the endpoint in the entry names the container scan.
  const resource = { resource_type: 'container', resource_id: scan.container.id } as const
  const found = await failedRules(context.store.database, id)
  return openRecordFields(context, scan.container.id, resource, includeMasked, found)
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
  const { fields, masked } = await open(context, id, includeMasked)
  const { database } = context.store
  const { rows: counted } = await sql<{ total: number }>`
    select count(distinct source_records.row_hash) as total from ${recordsOf(id)}`.execute(database)
  const rows = await distinctRecords(database, id, limit, null)
  const items = rows.map(({ record, anomaly_ids }) => ({ record: readRecord(record, masked), anomaly_ids }))
  return { fields, items, total: counted[0]?.total ?? 0 }
}

/** The same rows as CSV text, a header of field names first, in pieces; all of them when `limit` is null. */
export async function downloadSourceRecords(
  context: Context,
  id: number,
  limit: number | null,
  includeMasked: boolean,
) {
  const { fields, masked } = await open(context, id, includeMasked)
  return csvOf(
    context.store.database,
    id,
    fields.map((field) => field.name),
    masked,
    limit,
  )
}

async function* csvOf(
  database: Queryable,
  id: number,
  names: readonly string[],
  masked: ReadonlySet<string>,
  limit: number | null,
): AsyncIterable<string> {
  yield csvLine(names)
  let left = limit ?? Number.POSITIVE_INFINITY
  let after: string | null = null
  while (left > 0) {
    const rows: DistinctRecord[] = await distinctRecords(database, id, Math.min(batchRows, left), after)
    if (rows.length === 0) return
    yield rows.map((row) => csvRecord(row.record, names, masked)).join('')
    left -= rows.length
    after = rows.at(-1)?.row_hash ?? null
  }
}

interface DistinctRecord {
  row_hash: string
  record: string
  anomaly_ids: number[]
}

/** In the order of the rows' hashes, which is stable and lets a download go on where it stopped. */
async function distinctRecords(
  database: Queryable,
  id: number,
  limit: number,
  after: string | null,
): Promise<DistinctRecord[]> {
  const { rows } = await sql<DistinctRecord>`
    select source_records.row_hash, (array_agg(source_records.record::text))[1] as record,
           array_agg(distinct source_records.anomaly_id) as anomaly_ids
    from ${recordsOf(id)} ${after === null ? sql`` : sql`and source_records.row_hash > ${after}`}
    group by source_records.row_hash
    order by source_records.row_hash
    limit ${limit}`.execute(database)
  return rows.map((row) => ({ ...row, anomaly_ids: row.anomaly_ids.map(Number) }))
}

function recordsOf(id: number) {
  return sql`anomaly_detections
    join source_records on source_records.anomaly_id = anomaly_detections.anomaly_id
    where anomaly_detections.container_scan_id = ${id}`
}
