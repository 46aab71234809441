import { sql } from 'kysely'
import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { readRecord } from '../../kernel/record-json.ts'
import { maskedFieldNames } from '../../store/masked-fields.ts'
import { findAnomaly } from './read.ts'

/** Source records of one anomaly: JSON text of an array of rows, when they were recorded, and how many there are in all. */
export async function readSourceRecord(
  context: Context,
  reference: string,
  limit: number,
  includeMasked: boolean,
) {
  const anomaly = await findAnomaly(context, reference, 'Viewer')
  if (includeMasked) await requireDatastore(context, anomaly.datastore_id, 'Editor')
  const { database } = context.store
  const masked = includeMasked ? new Set<string>() : await maskedFieldNames(database, anomaly.container_id)
  const rows = await database
    .selectFrom('source_records')
    .select('record')
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('anomaly_id', '=', anomaly.id)
    .orderBy('ordinal')
    .limit(limit)
    .execute()
  const records = rows.map((row) => readRecord(row.record, masked))
  return {
    source_record: JSON.stringify(records),
    created: anomaly.last_detected,
    total: rows[0]?.total ?? 0,
  }
}
