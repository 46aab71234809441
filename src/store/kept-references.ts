import { sql } from 'kysely'
import { opened } from '../kernel/held.ts'
import type { HeldRecord } from '../kernel/record-json.ts'
import { withholdDetails } from './kept-messages.ts'
import type { Queryable } from './pool.ts'

/** Records read at once. */
const batchRecords = 500

/** Writes the records kept with the anomalies of these checks anew, those of archived ones too. */
export async function replaceRecords(
  transaction: Queryable,
  checkIds: readonly number[],
  rewrite: (record: HeldRecord) => HeldRecord,
): Promise<void> {
  if (checkIds.length === 0) return
  let after = { anomaly_id: 0, ordinal: -1 }
  for (;;) {
    const { rows } = await sql<{ anomaly_id: number; ordinal: number; record: HeldRecord }>`
      select records.anomaly_id, records.ordinal, records.record
      from source_records as records
      where (records.anomaly_id, records.ordinal) > (${after.anomaly_id}, ${after.ordinal})
        and records.anomaly_id in (
          select anomaly_id from anomaly_failed_checks where quality_check_id = any(${checkIds}::bigint[]))
      order by records.anomaly_id, records.ordinal limit ${batchRecords}`.execute(transaction)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last
    await sql`
      update source_records as records set record = written.record
      from unnest(${rows.map((row) => row.anomaly_id)}::bigint[], ${rows.map((row) => row.ordinal)}::int[],
                  ${rows.map((row) => opened(rewrite(row.record)))}::json[]) as written (anomaly_id, ordinal, record)
      where records.anomaly_id = written.anomaly_id and records.ordinal = written.ordinal`.execute(
      transaction,
    )
  }
}

/** Puts one sentence in the place of why these checks could not be evaluated, in verdicts and in the logs of runs. */
export async function withholdVerdicts(
  transaction: Queryable,
  checkIds: readonly number[],
  sentence: string,
): Promise<void> {
  if (checkIds.length === 0) return
  await withholdDetails(transaction, sql`results.quality_check_id = any(${checkIds}::bigint[])`, sentence)
}
