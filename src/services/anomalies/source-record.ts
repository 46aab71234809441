import type { Context } from '../../access/context.ts'
import { openRecords } from '../../disclosure/open-records.ts'
import type { Policy } from '../../disclosure/policy.ts'
import { shownRecord, shownText } from '../../disclosure/records.ts'
import { failingFields, looksAtCells } from '../../engine/failing-cells.ts'
import { JsonText } from '../../kernel/json-text.ts'
import type { HeldRecord } from '../../kernel/record-json.ts'
import type { Queryable } from '../../store/pool.ts'
import { checksFailedBy, countRecords, readRecords, type FailedCheck } from '../../store/source-records.ts'
import { csvWriter, type CsvWriter } from '../source-records/csv.ts'
import { findAnomaly } from './read.ts'

/** Rows read from the state at once while a download streams. */
const batchRows = 2000

/** Viewer; Editor with `includeMasked`. */
async function open(context: Context, reference: string, includeMasked: boolean) {
  const anomaly = await findAnomaly(context, reference, 'Viewer')
  const resource = { resource_type: 'anomaly', resource_id: anomaly.id } as const
  const { datastore_id, container_id } = anomaly
  const failed = await checksFailedBy(context.store.database, anomaly.id)
  const opened = await openRecords(context, {
    datastore_id,
    container_id,
    resource,
    include_masked: includeMasked,
    rule_types: failed.map(({ rule_type }) => rule_type),
  })
  return { anomaly, failed, ...opened }
}

/** Which source records are read: `limit` of them after the first `offset`. */
interface RecordRange {
  limit: number
  offset: number
}

/**
 * Source records of one anomaly: JSON text of an array of rows, the same rows one by one with the cells that fail, when they were
 * recorded, and how many there are in all.
 */
export async function readSourceRecord(
  context: Context,
  reference: string,
  { limit, offset }: RecordRange,
  includeMasked: boolean,
) {
  const { anomaly, failed, fields, policy } = await open(context, reference, includeMasked)
  const { database } = context.store
  const total = await countRecords(database, anomaly.id)
  const kept = await readRecords(database, anomaly.id, limit, { skipped: offset })
  const texts = kept.map(({ record }) => shownText(record, policy))
  return {
    source_record: `[${texts.join(',')}]`,
    created: anomaly.last_detected,
    total,
    fields,
    rows: kept.map(({ record }, index) => ({
      record: new JsonText(texts[index] ?? '{}'),
      failing: failingCells(failed, record, policy),
    })),
  }
}

/** By the id of each failed check; from what the reader sees, so that a hidden value shows in nothing. */
function failingCells(
  failed: readonly FailedCheck[],
  record: HeldRecord,
  policy: Policy,
): Record<string, string[]> {
  const shown = failed.some(looksAtCells) ? shownRecord(record, policy) : {}
  return Object.fromEntries(failed.map((check) => [check.id, failingFields(check, shown)]))
}

/** The source records of the anomaly as CSV text, a header of field names first, in pieces; all of them when `limit` is null. */
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
    const rows = await readRecords(database, anomalyId, Math.min(batchRows, left), { after })
    if (rows.length === 0) return
    yield rows.map((row) => csv.record(shownRecord(row.record, policy), names)).join('')
    left -= rows.length
    after = rows.at(-1)?.ordinal ?? after
  }
}
