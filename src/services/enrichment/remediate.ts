import { dialectOf } from '../../connectors/dialect-of.ts'
import { appendRows, type Replacement, type Writer, type WrittenValue } from '../../connectors/writer.ts'
import { anomalyColumn, remediationOf, type Remediation } from '../../disclosure/copies.ts'
import { policyOf } from '../../disclosure/policies.ts'
import { ahead } from '../../kernel/ahead.ts'
import { RunFailure } from '../../kernel/errors.ts'
import { enrichedRecords, foundAnomalies, type EnrichedScan } from '../../store/enrichment-rows.ts'
import { listKnownFields } from '../../store/fields.ts'
import type { Queryable } from '../../store/pool.ts'
import { remediationTable } from './table-names.ts'

/**
 * Puts the failing rows that are kept of a container scan aside, in a table of its container: `append` in the place of what was written
 * of the same anomalies, `overwrite` in the place of all; nothing when a later scan has said what is there. Writing twice is as good
 * as once. `stillOurs` as of `writeResults`.
 */
export async function remediate(
  database: Queryable,
  writer: Writer,
  scan: EnrichedScan,
  stillOurs: () => Promise<void>,
): Promise<void> {
  if (scan.remediation === 'none' || scan.is_overtaken) return
  const uuids = await foundAnomalies(database, [scan.id])
  const isAppended = scan.remediation === 'append'
  if (isAppended ? uuids.length === 0 : scan.result !== 'success') return
  const replaced: Replacement = isAppended ? { column: anomalyColumn, values: uuids } : 'all'
  const fields = await listKnownFields(database, scan.container_id)
  const policy = await policyOf(database, scan.container_id)
  const aside = remediationOf(policy, fields, dialectOf(scan.connection_type))
  const name = remediationTable(scan.prefix, { id: scan.container_id })
  const write = (columns: Remediation['columns']) =>
    appendRows(writer, { name, columns }, rowsOf(database, scan.id, aside, stillOurs), replaced)
  try {
    await write(aside.columns)
  } catch (error) {
    if (!(error instanceof RunFailure) || error.retryable) throw error
    // A row was read when a field had another type; as texts they all have room.
    await write(aside.columns.map((column) => ({ ...column, type: 'text' })))
  }
}

async function* rowsOf(
  database: Queryable,
  id: number,
  aside: Remediation,
  stillOurs: () => Promise<void>,
): AsyncGenerator<WrittenValue[][]> {
  for await (const records of ahead(enrichedRecords(database, [id])))
    yield records.flatMap(({ record, partition, uuid }) => {
      const row = aside.row(record, partition, uuid)
      return row === null ? [] : [row]
    })
  await stillOurs()
}
