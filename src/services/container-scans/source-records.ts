import type { Context } from '../../access/context.ts'
import { openRecords } from '../../disclosure/open-records.ts'
import { shownRecord } from '../../disclosure/records.ts'
import { distinctRecords, failedRules, recordsInOrder } from '../../store/scan-records.ts'
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

/** The distinct source records of a container scan, at most `limit` of them; `total` counts them all. */
export async function readSourceRecords(context: Context, id: number, limit: number, includeMasked: boolean) {
  const { fields, policy } = await open(context, id, includeMasked)
  const { database } = context.store
  const { total, rows } = await distinctRecords(database, id, limit)
  const items = rows.map(({ record, anomaly_ids }) => ({
    record: shownRecord(record, policy),
    anomaly_ids: anomaly_ids.map(Number),
  }))
  return { fields, items, total }
}

/** The distinct source records of a container scan as CSV text, a header of field names first, in pieces; all of them when `limit` is null. */
export async function downloadSourceRecords(
  context: Context,
  id: number,
  limit: number | null,
  includeMasked: boolean,
) {
  const { fields, policy } = await open(context, id, includeMasked)
  const names = fields.map((field) => field.name)
  const csv = csvWriter(context.sources.keeps_csv_formulas === true)
  const query = recordsInOrder(context.store.database, id, limit)
  return streamText(context.store, {
    query,
    batchRows,
    head: csv.line(names),
    textOf: (rows) => rows.map((row) => csv.record(shownRecord(row.record, policy), names)).join(''),
  })
}
