import type { Environment } from '../../access/context.ts'
import type { HeldSession } from '../../connectors/connector.ts'
import type { PreparedCheck } from '../../engine/check.ts'
import type { ContainerPlan } from '../../engine/container-plan.ts'
import { familyOf } from '../../engine/families/table.ts'
import {
  addJudgement,
  noRecords,
  type Evaluation,
  type ShapeFinding,
  type SourceRecord,
} from '../../engine/finding.ts'
import { shapeIdentity } from '../../engine/fingerprint.ts'
import { readTotals } from '../../engine/kept-totals.ts'
import { keptShape } from '../../engine/unchanged/kept-shape.ts'
import { readStateOf } from '../../engine/unchanged/read-state.ts'
import {
  keptRows,
  type FormerAnomaly,
  type FormerOutcome,
  type FormerPartition,
} from '../../store/former-readings.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { Queryable } from '../../store/pool.ts'
import { keptOutcome, loadFormer, mostHeld, type Former } from './former-scan.ts'
import type { Step } from './step.ts'

/** A person's SQL may say something else of the same bytes. */
const isDerived = ({ computation, computed_fields = [] }: ContainerReference): boolean =>
  Boolean(computation) || computed_fields.length > 0

/**
 * What each of these partitions is read with, by name: asked after the rows were read, it is that of the rows that were
 * read. Partitions are left out of which nobody can tell whether they change.
 */
export async function statesOf(
  { environment }: { environment: Environment },
  session: HeldSession,
  plan: ContainerPlan,
  partitions: readonly string[],
): Promise<Map<string, string>> {
  const { keeps_unchanged } = environment.sources
  if (keeps_unchanged === false || session.stamps === undefined || isDerived(plan.request.container))
    return new Map()
  const state = readStateOf(plan, session.dialect)
  if (state === null) return new Map()
  const stamps = await session.stamps(plan.request.container, partitions)
  return new Map([...stamps].map(([name, stamp]) => [name, state(stamp)]))
}

/** The evaluation with what its partition was read with, where later scans may keep it: every check was evaluated. */
export async function withState(
  step: { environment: Environment },
  session: HeldSession,
  plan: ContainerPlan,
  partition: string,
  rows: Evaluation,
): Promise<Evaluation> {
  if (rows.outcomes.some(({ asserted_records }) => asserted_records === null)) return rows
  const read_state = (await statesOf(step, session, plan, [partition])).get(partition) ?? null
  return { ...rows, read_state }
}

/**
 * The results of partitions that are as an earlier scan read them, by name, as if they had been read again; `states` are
 * those of the partitions now. A scan that is told to read everything keeps none.
 */
export async function keptEvaluations(
  step: Pick<Step, 'environment' | 'scan' | 'loaded' | 'formers'>,
  session: HeldSession,
  plan: ContainerPlan,
  states: ReadonlyMap<string, string>,
): Promise<Map<string, Evaluation>> {
  const kept = new Map<string, Evaluation>()
  const { database } = step.environment.store
  const former = states.size === 0 ? null : await loadFormer(step)
  if (former === null) return kept
  const same = [...former.partitions.values()].filter(
    ({ partition_name, read_state }) => states.get(partition_name) === read_state,
  )
  const shapes = soundShapes(former, plan)
  const keeping: Keeping = { session, plan, shapes, samples: new Map() }
  const outcomes = Map.groupBy(former.outcomes, ({ partition_scan_id }) => partition_scan_id)
  const anomalies = Map.groupBy(former.anomalies, ({ partition_scan_id }) => partition_scan_id)
  for (const partition of same) {
    const found = anomalies.get(partition.id) ?? []
    // One that is gone, or that a later scan changed, cannot be told from here.
    if (found.length !== partition.anomaly_count) continue
    const rows = keptRowsOf(keeping, partition, outcomes.get(partition.id) ?? [], found)
    if (rows !== null) kept.set(partition.partition_name, rows)
  }
  for (const [check, sample] of await heldSamples(database, former, shapes, kept))
    keeping.samples.set(check, sample)
  return kept
}

/** By check, the anomalies of rolled-up rows that are still as they were found. */
function soundShapes(
  { anomalies, outcomes }: Former,
  { request }: ContainerPlan,
): Map<number, FormerAnomaly> {
  const shapes = new Map(
    anomalies.flatMap((one) => (one.type === 'shape' ? [[one.identity, one] as const] : [])),
  )
  const sound = new Map<number, FormerAnomaly>()
  for (const [check_id, parts] of rolledUpParts(outcomes)) {
    const anomaly = shapes.get(shapeIdentity(check_id, null))
    const rows = parts.reduce((sum, { anomalous_records }) => sum + (anomalous_records ?? 0), 0)
    // Of a sample that the source cut short the log of each run says so.
    if (anomaly && anomaly.kept_records >= Math.min(rows, request.source_record_limit))
      sound.set(check_id, anomaly)
  }
  return sound
}

/** By check, its verdicts on the partitions in which its failing rows were rolled up. */
function rolledUpParts(outcomes: readonly FormerOutcome[]): Map<number, FormerOutcome[]> {
  return Map.groupBy(
    outcomes.filter(({ rolled_up, partition_scan_id }) => rolled_up && partition_scan_id !== null),
    ({ check_id }) => check_id,
  )
}

/** The rows kept with an anomaly of several partitions, and the one of these that hands them over. */
interface HeldSample {
  partition: string
  records: SourceRecord[]
}

/** By check, the samples of rolled-up rows of which every partition is kept; the source is asked for the others. */
async function heldSamples(
  database: Queryable,
  { outcomes, partitions }: Former,
  shapes: ReadonlyMap<number, FormerAnomaly>,
  kept: ReadonlyMap<string, Evaluation>,
): Promise<Map<number, HeldSample>> {
  const names = new Map([...partitions.values()].map(({ id, partition_name }) => [id, partition_name]))
  const held = new Map<number, HeldSample>()
  for (const [check_id, parts] of rolledUpParts(outcomes)) {
    const anomaly = shapes.get(check_id)
    const found = parts.map(({ partition_scan_id }) => names.get(partition_scan_id ?? 0) ?? '')
    const [partition] = found
    if (!anomaly || partition === undefined || anomaly.kept_records > mostHeld) continue
    if (found.every((name) => kept.has(name)))
      held.set(check_id, { partition, records: await keptRows(database, anomaly.id) })
  }
  return held
}

interface Keeping {
  session: HeldSession
  plan: ContainerPlan
  shapes: ReadonlyMap<number, FormerAnomaly>
  /** By check; filled once it is known which partitions are kept. */
  samples: Map<number, HeldSample>
}

/** Null when it cannot be told as it was found. */
function keptRowsOf(
  keeping: Keeping,
  partition: FormerPartition,
  outcomes: readonly FormerOutcome[],
  anomalies: readonly FormerAnomaly[],
): Evaluation | null {
  const { plan } = keeping
  const { partition_name, read_state, unchanged_since, records_processed } = partition
  const rows: Evaluation = {
    records_processed,
    outcomes: [],
    findings: [],
    totals: readTotals(partition.totals),
    read_state,
    unchanged_since,
  }
  const byCheck = new Map(outcomes.map((outcome) => [outcome.check_id, outcome]))
  const judged = new Set<number>()
  for (const prepared of plan.checks) {
    const { id } = prepared.check
    const family = familyOf(prepared.rule)
    if (family.judges === 'fields' || (family.judges === 'container' && id in rows.totals)) continue
    const outcome = byCheck.get(id)
    if (!outcome || outcome.asserted_records === null) return null
    const kept = keptOutcome(outcome)
    if (family.judges === 'partition') {
      const judgement = family.judge(prepared, { name: partition_name, rows: records_processed })
      addJudgement(rows, id, judgement, records_processed, noRecords(), partition_name)
      rows.outcomes.splice(-1, 1, kept)
      continue
    }
    judged.add(id)
    rows.outcomes.push(kept)
    if (!outcome.rolled_up) continue
    const finding = shapeOf(keeping, prepared, outcome, partition_name)
    if (finding === null) return null
    rows.findings.push(finding)
  }
  return addKeptRecords(rows, anomalies, judged) ? rows : null
}

/** The anomaly of rolled-up rows of one partition; null when its rows cannot be had again. */
function shapeOf(
  { session, plan, shapes, samples }: Keeping,
  prepared: PreparedCheck,
  { asserted_records, anomalous_records }: FormerOutcome,
  partition: string,
): ShapeFinding | null {
  const { id } = prepared.check
  if (!shapes.has(id)) return null
  const counts = { partition, asserted: asserted_records ?? 0, anomalous: anomalous_records ?? 0 }
  return keptShape(session, plan, prepared, counts, () => {
    const held = samples.get(id)
    if (!held) return null
    return held.partition === partition ? held.records : []
  })
}

/** False when the row of an anomaly is not there any more. */
function addKeptRecords(
  rows: Evaluation,
  anomalies: readonly FormerAnomaly[],
  judged: ReadonlySet<number>,
): boolean {
  for (const { type, record, row_hash, failed_checks } of anomalies) {
    if (type !== 'record') continue
    if (record === null || row_hash === null) return false
    // The conclusion adds what it finds in rows by itself.
    const failed = failed_checks
      .filter(({ check_id }) => judged.has(check_id))
      .map(({ check_id, message, template }) => ({
        check_id,
        template: template ?? [message],
        is_rewritable: template !== null,
      }))
    if (failed.length === 0) return false
    rows.findings.push({ type: 'record', record, row_hash, failed_checks: failed })
  }
  return true
}
