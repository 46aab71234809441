import { appendRows, type Replaced, type Writer, type WrittenValue } from '../../connectors/writer.ts'
import { policiesOf } from '../../disclosure/policies.ts'
import { aheadAtOnce } from '../../kernel/ahead.ts'
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
import { inOrderOfRules } from './told-parameters.ts'
import { checkMetrics, failedChecks, scanOperations, sourceRecords, type ResultTable } from './tables.ts'

/**
 * Writes the results of container scans as they are now; in the place of what was written of them before, so that writing
 * twice is as good as once. Masked values are hidden: who reads the store asks nobody. Reading begins while `opened` opens
 * the writer. `stillOurs` throws when nothing more may be shown; it is asked before each table is.
 */
export async function writeResults(
  database: Queryable,
  ids: readonly number[],
  opened: (work: (writer: Writer) => Promise<void>) => Promise<void>,
  stillOurs: () => Promise<void>,
): Promise<void> {
  const scans = await enrichedScans(database, ids)
  // An anomaly is in one container scan of a run; what an earlier run said of it gives way to what a later one says.
  const [first, ...others] = Map.groupBy(scans, ({ operation_id }) => operation_id).values()
  if (!first) return
  const begun = resultsOf(database, first)
  await opened(async (writer) => {
    await writeRun(database, writer, begun, stillOurs)
    for (const later of others) await writeRun(database, writer, resultsOf(database, later), stillOurs)
  })
}

/** The results of container scans of one run, of which the first rows of each kind are being read. */
function resultsOf(database: Queryable, scans: readonly EnrichedScan[]) {
  const ids = scans.map(({ id }) => id)
  const containers = scans.map(({ container_id }) => container_id)
  return {
    scans,
    containers,
    ids,
    metrics: aheadAtOnce(enrichedMetrics(database, ids)),
    failures: aheadAtOnce(inOrderOfRules(enrichedFailures(database, ids))),
    records: aheadAtOnce(enrichedRecords(database, ids)),
    parts: aheadAtOnce(only(() => enrichedParts(database, ids))),
  }
}

async function writeRun(
  database: Queryable,
  writer: Writer,
  { scans, containers, ids, metrics, failures, records, parts }: ReturnType<typeof resultsOf>,
  stillOurs: () => Promise<void>,
): Promise<void> {
  const [first] = scans
  if (!first) return
  const byId = new Map(scans.map((scan) => [scan.id, scan]))
  // Asked when the store is open: what is masked meanwhile is hidden.
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
      for await (const items of batches)
        yield items.flatMap((item) => {
          const scan = byId.get(item.container_scan_id)
          return scan ? [row(item, scan, policyOf(scan.container_id))] : []
        })
      await stillOurs()
    }
    return appendRows(writer, { name: `${first.prefix}_${name}`, columns }, rows(), replaced)
  }
  await write(checkMetrics, metrics, ofScans)
  await write(failedChecks, failures, ofAnomalies)
  await write(sourceRecords, records, ofAnomalies)
  await write(scanOperations, parts, ofScans)
  for (const scan of scans) await remediate(database, writer, scan, stillOurs)
}

async function* only<Item>(read: () => Promise<Item[]>): AsyncGenerator<Item[]> {
  yield await read()
}
