import type { Context } from '../../access/context.ts'
import { openRecords } from '../../disclosure/open-records.ts'
import type { Policy } from '../../disclosure/policy.ts'
import { shownRecord, shownText } from '../../disclosure/records.ts'
import type { Queryable } from '../../store/pool.ts'
import { csvWriter, type CsvWriter } from '../source-records/csv.ts'
import { findAnomaly } from './read.ts'

/** Rows read from the state at once while a download streams. */
const batchRows = 2000

/** Viewer; Editor with `includeMasked`. */
async function open(context: Context, reference: string, includeMasked: boolean) {
  const anomaly = await findAnomaly(context, reference, 'Viewer')
  const resource = { resource_type: 'anomaly', resource_id: anomaly.id } as const
  const failed = await context.store.database
    .selectFrom('anomaly_failed_checks')
    .innerJoin('quality_checks', 'quality_checks.id', 'anomaly_failed_checks.quality_check_id')
    .select('rule_type')
    .where('anomaly_id', '=', anomaly.id)
    .execute()
  const { datastore_id, container_id } = anomaly
  const opened = await openRecords(context, {
    datastore_id,
    container_id,
    resource,
    include_masked: includeMasked,
    rule_types: failed.map((check) => check.rule_type),
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
  const { total } = await database
    .selectFrom('source_records')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('anomaly_id', '=', anomaly.id)
    .executeTakeFirstOrThrow()
  const rows = await recordsOf(database, anomaly.id).limit(limit).execute()
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
    const rows = await recordsOf(database, anomalyId)
      .where('ordinal', '>', after)
      .limit(Math.min(batchRows, left))
      .execute()
    if (rows.length === 0) return
    yield rows.map((row) => csv.record(shownRecord(row.record, policy), names)).join('')
    left -= rows.length
    after = rows.at(-1)?.ordinal ?? after
  }
}

function recordsOf(database: Queryable, anomalyId: number) {
  return database
    .selectFrom('source_records')
    .select(['ordinal', 'record'])
    .where('anomaly_id', '=', anomalyId)
    .orderBy('ordinal')
}
