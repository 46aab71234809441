import { appendRows, type Replaced, type Writer, type WrittenValue } from '../../connectors/writer.ts'
import { policiesOf } from '../../disclosure/policies.ts'
import { ahead } from '../../kernel/ahead.ts'
import {
  enrichedFailures,
  enrichedMetrics,
  enrichedParts,
  enrichedRecords,
  enrichedScans,
  foundAnomalies,
  type EnrichedScan,
} from '../../store/enrichment-rows.ts'
import type { Queryable } from '../../store/pool.ts'
import { remediate } from './remediate.ts'
import { checkMetrics, failedChecks, scanOperations, sourceRecords, type ResultTable } from './tables.ts'

/**
 * Writes the results of container scans as they are now; in the place of what was written of them before, so that writing
 * twice is as good as once. Masked values are hidden: who reads the store asks nobody.
 */
export async function writeResults(
  database: Queryable,
  writer: Writer,
  ids: readonly number[],
): Promise<void> {
  const scans = await enrichedScans(database, ids)
  // An anomaly is in one container scan of a run; what an earlier run said of it gives way to what a later one says.
  for (const ofRun of Map.groupBy(scans, ({ operation_id }) => operation_id).values())
    await writeRun(database, writer, ofRun)
}

async function writeRun(database: Queryable, writer: Writer, scans: readonly EnrichedScan[]): Promise<void> {
  const [first] = scans
  if (!first) return
  const ids = scans.map(({ id }) => id)
  const containers = scans.map(({ container_id }) => container_id)
  const byId = new Map(scans.map((scan) => [scan.id, scan]))
  const [policyOf, uuids] = await Promise.all([
    policiesOf(database, containers),
    foundAnomalies(database, ids),
  ])
  const ofScans: Replaced = {
    column: 'CONTAINER_ID',
    values: containers,
    and: { column: 'OPERATION_ID', value: first.operation_id },
  }
  const ofAnomalies: Replaced = { column: 'ANOMALY_UUID', values: uuids }

  const write = <Item extends { container_scan_id: number }>(
    { name, columns, row }: ResultTable<Item>,
    batches: AsyncGenerator<Item[]>,
    replaced: Replaced,
  ): Promise<number> => {
    async function* rows(): AsyncGenerator<WrittenValue[][]> {
      for await (const items of ahead(batches))
        yield items.flatMap((item) => {
          const scan = byId.get(item.container_scan_id)
          return scan ? [row(item, scan, policyOf(scan.container_id))] : []
        })
    }
    return appendRows(writer, { name: `${first.prefix}_${name}`, columns }, rows(), replaced)
  }
  await write(checkMetrics, enrichedMetrics(database, ids), ofScans)
  await write(failedChecks, enrichedFailures(database, ids), ofAnomalies)
  await write(sourceRecords, enrichedRecords(database, ids), ofAnomalies)
  await write(scanOperations, only(enrichedParts(database, ids)), ofScans)
  for (const scan of scans) await remediate(database, writer, scan)
}

async function* only<Item>(items: Promise<Item[]>): AsyncGenerator<Item[]> {
  yield await items
}
