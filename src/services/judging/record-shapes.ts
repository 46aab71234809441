import { StatementRefused } from '../../connectors/connector.ts'
import { shapeIdentity } from '../../engine/fingerprint.ts'
import {
  clearSourceRecords,
  detectedShapes,
  markEnriched,
  noteDetections,
  saveAnomalies,
} from '../../store/anomalies.ts'
import { unshownRows } from '../../disclosure/reasons.ts'
import { wordsOf } from '../../engine/refusal.ts'
import { foundByAny } from '../../store/later-scans.ts'
import type { Queryable } from '../../store/pool.ts'
import { reactivateIdentities } from '../../store/recurring-anomalies.ts'
import { rolledUpSoFar, standingShapes } from '../../store/standing-shapes.ts'
import { nameValues, noteValues, valuesToName, type NamedShape } from './name-values.ts'
import { anomalyOf, sharedShape, type FoundShape, type SharedShape } from './shared-shape.ts'
import { SourceRecordWriter } from './source-record-writer.ts'
import type { OrderedRecording, Recording } from './recording.ts'

/**
 * Stores shape findings, those of one identity as one anomaly. How many statements that takes does not depend on how many findings there
 * are, but for those whose messages name values of rows that are kept already, and for the rows that are kept now. An anomaly that a
 * later scan found stays as that one says, and is listed under this one. Returns those whose anomaly is new to this scan, of several
 * that share it the first.
 */
export async function recordShapes(
  transaction: Queryable,
  found: readonly FoundShape[],
  recording: OrderedRecording,
): Promise<ReadonlySet<FoundShape>> {
  if (found.length === 0) return new Set()
  const { detection, policy } = recording
  // One of given rows is another one than that of the container.
  const own = detection.of_given_rows === true ? `given:${detection.container_scan_id}:` : ''
  const groups = Map.groupBy(
    found,
    ({ finding }) => own + shapeIdentity(finding.check_id, own === '' ? finding.partition : null),
  )
  const earlier = await detectedShapes(transaction, detection.container_scan_id, [...groups.keys()])
  const all = await sharedShapes(transaction, groups, earlier, recording)
  const shapes = all.filter(({ overtaken }) => overtaken === null)
  await noteDetections(
    transaction,
    detection,
    all.flatMap(({ overtaken, found: [first] }) =>
      overtaken === null ? [] : { id: overtaken, partition_scan_id: first?.partition_scan_id ?? null },
    ),
  )
  const renewed = shapes.filter(({ standing }) => standing === null)
  if (recording.reactivates)
    await reactivateIdentities(
      transaction,
      detection,
      renewed.map(({ identity }) => identity),
    )
  const ids = await saveAnomalies(
    transaction,
    detection,
    shapes.map((shape) => anomalyOf(shape, recording)),
  )
  const idOf = new Map(shapes.map((shape, index) => [shape, ids[index] ?? 0]))
  await clearSourceRecords(
    transaction,
    renewed.flatMap((shape) => (shape.kept === 0 ? (idOf.get(shape) ?? []) : [])),
  )
  const writer = new SourceRecordWriter(transaction)
  const named: NamedShape[] = []
  const enriched = new Map<number, boolean>()
  for (const shape of renewed) {
    const anomaly_id = idOf.get(shape) ?? 0
    const { named_field, check_id } = shape.last.finding
    const values = await valuesToName(transaction, anomaly_id, named_field, shape.kept > 0)
    enriched.set(anomaly_id, (await keepSample(writer, anomaly_id, shape, recording, values)) > 0)
    named.push({ anomaly_id, finding: { check_id, message: shape.message }, values })
  }
  await writer.flush()
  await markEnriched(transaction, enriched)
  await nameValues(transaction, named, policy)
  return new Set(
    all.flatMap(({ identity, found: [first] }) => (first && !earlier.has(identity) ? first : [])),
  )
}

/** The anomalies that findings make, by their identities, in the order in which they were found. */
async function sharedShapes(
  transaction: Queryable,
  groups: ReadonlyMap<string, readonly FoundShape[]>,
  earlier: Awaited<ReturnType<typeof detectedShapes>>,
  { detection, reads_new_only, later }: OrderedRecording,
): Promise<SharedShape[]> {
  const { container_id, container_scan_id } = detection
  const checks = [...groups.values()].flatMap((found) => found.map(({ finding }) => finding.check_id))
  const isCompared = reads_new_only || later.length > 0
  const standing = isCompared
    ? await standingShapes(transaction, container_id, [...groups.keys()])
    : new Map<string, never>()
  const rolledUp = isCompared
    ? await rolledUpSoFar(transaction, container_scan_id, checks)
    : new Map<number, never>()
  const ids = [...standing.values()].map(({ id }) => id)
  const overtaken = await foundByAny(transaction, later, ids)
  const readsAll = later.filter((scan) => !scan.reads_new_only)
  const replaced = await foundByAny(transaction, readsAll, ids)
  return [...groups].flatMap(([identity, found]) => {
    const last = found.at(-1)
    if (!last) return []
    const known = earlier.get(identity) ?? null
    const stood = standing.get(identity) ?? null
    const id = stood?.id ?? 0
    const before = {
      earlier: known,
      standing: stood,
      counted: isCompared
        ? (rolledUp.get(last.finding.check_id) ?? null)
        : (known?.anomalous_records_count ?? null),
      found_later: replaced.has(id) ? 'in_all_rows' : overtaken.has(id) ? 'in_new_rows' : null,
    } as const
    return sharedShape(identity, found, last, before, reads_new_only)
  })
}

/** Fills up the sample of an anomaly, and returns how many rows it has then. */
async function keepSample(
  writer: SourceRecordWriter,
  anomaly_id: number,
  { found, kept }: SharedShape,
  recording: Recording,
  values: NamedShape['values'],
): Promise<number> {
  const limit = recording.source_record_limit
  let ordinal = kept
  for (const { finding } of found) {
    // A sample that is full asks the source for nothing.
    if (ordinal >= limit) break
    try {
      for await (const batch of finding.records) {
        const records = batch.slice(0, limit - ordinal)
        noteValues(values, ordinal, records)
        const first = ordinal
        ordinal += records.length
        await writer.add(records.map((record, index) => ({ ...record, anomaly_id, ordinal: first + index })))
        if (ordinal >= limit) break
      }
    } catch (error) {
      // To show a row the source reads all of its columns; what was counted stands without them.
      if (!(error instanceof StatementRefused)) throw error
      const refused = unshownRows(finding.check_id, ordinal === 0 ? 'the' : 'all')
      recording.remark(`${refused}${wordsOf(error, allMasked(recording))}.`)
    }
  }
  return ordinal
}

const allMasked = ({ masked_fields, references }: Recording): ReadonlySet<string> =>
  new Set([...masked_fields, ...[...references.values()].flatMap((masked) => [...masked])])
