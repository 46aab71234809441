import type { Context } from '../../access/context.ts'
import { openRecords } from '../../disclosure/open-records.ts'
import type { Policy } from '../../disclosure/policy.ts'
import { shownRecord, shownText } from '../../disclosure/records.ts'
import type { Queryable } from '../../store/pool.ts'
import { countRecords, readRecords, rulesFailedBy } from '../../store/source-records.ts'
import { csvWriter, type CsvWriter } from '../source-records/csv.ts'
import { findAnomaly } from './read.ts'

/** Rows read from the state at once while a download streams. */
const batchRows = 2000

/** Viewer; Editor with `includeMasked`. */
async function open(context: Context, reference: string, includeMasked: boolean) {
  const anomaly = await findAnomaly(context, reference, 'Viewer')
  const resource = { resource_type: 'anomaly', resource_id: anomaly.id } as const
  const { datastore_id, container_id } = anomaly
  const opened = await openRecords(context, {
    datastore_id,
    container_id,
    resource,
    include_masked: includeMasked,
    rule_types: await rulesFailedBy(context.store.database, anomaly.id),
  })
  return { anomaly, ...opened }
}

/** Source records of one anomaly: JSON text of an array of rows, when they were recorded, and how many there are in all. */
export async function readSourceRecord(
  context: Context,
  reference: string,
  limit: number,
  includeMasked: boolean,
) {
  const { anomaly, policy } = await open(context, reference, includeMasked)
  const { database } = context.store
  const total = await countRecords(database, anomaly.id)
  const rows = await readRecords(database, anomaly.id, limit)
  const records = rows.map((row) => shownText(row.record, policy))
  return {
    source_record: `[${records.join(',')}]`,
    created: anomaly.last_detected,
    total,
  }
}

/** The same rows as CSV text, a header of field names first, in pieces; all of them when `limit` is null. */
export async function downloadSourceRecord(
  context: Context,
  reference: string,
  limit: number | null,
  includeMasked: boolean,
) {
  const { anomaly, fields, policy } = await open(context, reference, includeMasked)
  const names = fields.map((field) => field.name)
  const csv = csvWriter(context.sources.keeps_csv_formulas === true)
  const content = csvOf(context.store.database, csv, anomaly.id, names, policy, limit)
  return { anomaly_id: anomaly.id, content }
}

async function* csvOf(
  database: Queryable,
  csv: CsvWriter,
  anomalyId: number,
  names: readonly string[],
  policy: Policy,
  limit: number | null,
): AsyncIterable<string> {
  yield csv.line(names)
  let left = limit ?? Number.POSITIVE_INFINITY
  let after = -1
  while (left > 0) {
    const rows = await readRecords(database, anomalyId, Math.min(batchRows, left), after)
    if (rows.length === 0) return
    yield rows.map((row) => csv.record(shownRecord(row.record, policy), names)).join('')
    left -= rows.length
    after = rows.at(-1)?.ordinal ?? after
  }
}
