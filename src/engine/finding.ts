import type { AssertionResult } from '../model/check.ts'
import type { Cell } from '../kernel/cell.ts'
import { hold, type Held } from '../kernel/held.ts'
import type { Quantity } from '../kernel/quantity.ts'
import type { HeldRecord } from '../kernel/record-json.ts'
import type { StatementNote } from '../model/container-scan-record.ts'
import type { MessagePart } from '../model/message-template.ts'
import type { Judgement } from '../rules/rule.ts'
import { rowHash } from './fingerprint.ts'

/** A row of the source as it is kept, and the hash of its JSON text. */
export interface SourceRecord {
  record: HeldRecord
  row_hash: string
}

/** The row of this JSON text. */
export function sourceRecordOf(text: string): SourceRecord {
  return { record: hold(text), row_hash: rowHash(text) }
}

/** A failing row, with a message for each check that it failed. */
export interface RecordFinding extends SourceRecord {
  type: 'record'
  failed_checks: FailedCheck[]
}

/** A check that a row failed, and why. */
interface FailedCheck {
  check_id: number
  template: MessagePart[]
  /** False where a word of it holds a value that is no field of the row as it stands: masking a field withholds all of it. */
  is_rewritable: boolean
}

/** A failing container or partition: a check whose rows were rolled up, fell below its coverage, or has no rows of its own. */
export interface ShapeFinding {
  type: 'shape'
  check_id: number
  /** The name of the partition where each is judged for itself; null where all that fail share the anomaly. */
  partition: string | null
  message: string
  /** The message once several partitions share the anomaly, from their count together; null where each speaks for itself. */
  message_together: ((anomalous: number) => string) | null
  /** The field of which the message names a handful of values, those of the rows that are kept; null for none. */
  named_field: string | null
  /** Null when the rows to blame cannot be counted. */
  anomalous_records_count: number | null
  /** At most the source record limit; read at the moment of iteration, from the open session. */
  records: AsyncIterable<SourceRecord[]>
}

/** What a check found: rows of their own, or a shape of all. */
export type Finding = RecordFinding | ShapeFinding

/** The verdict on one check over one partition, or over the container. */
export interface CheckOutcome {
  check_id: number
  assertion_result: AssertionResult
  /** Why it is unasserted; null otherwise. */
  assertion_details: string | null
  /** Null when the check could not be evaluated. */
  asserted_records: number | null
  anomalous_records: number | null
  /** True when its failing rows became one shape anomaly rather than an anomaly each (default false). */
  rolled_up?: boolean
  /** How it was proven without reading what the check is about, a sentence (default: it was read). */
  proof?: string | null
  /** The id of the run that reached the verdict, where this scan kept it as the rows are the same (default: this one did). */
  unchanged_since?: number
}

/** The mergeable totals of one aggregate check over one partition. */
export interface PartialTotals {
  asserted: number
  measures: Held<Record<string, Cell>>
}

/** The result of evaluating one partition, or of concluding one container. */
export interface Evaluation {
  records_processed: number
  outcomes: CheckOutcome[]
  findings: Finding[]
  /** By check id; what the container's conclusion adds up. */
  totals: Record<number, PartialTotals>
  /** Text of the greatest value of the incremental field that was read; null in full scans and when nothing was read. */
  highest?: string | null
  /** What the partition was read with, see readStateOf; null (default) where the next scan must read it again. */
  read_state?: string | null
  /** The id of the run that read it, where this scan kept what that found (default: this one did). */
  unchanged_since?: number
  /** The statements that it took, those that read samples too once these were read (default: none are noted). */
  statements?: readonly StatementNote[]
  /** When the container was modified, ISO 8601 UTC; null (default) where the source does not say, or it is not tracked. */
  modified?: string | null
  /** The measurements of this scan, for later scans to compare with. */
  measurements?: { check_id: number; value: Held<Quantity> }[]
}

/** False where nothing is to be stored: no check asked about this part. */
export function saysAnything({ findings, outcomes, measurements = [] }: Evaluation): boolean {
  return findings.length + outcomes.length + measurements.length > 0
}

/** The outcome of a check that has no answer. */
export function unassertedOutcome(checkId: number, reason: string): CheckOutcome {
  return {
    check_id: checkId,
    assertion_result: 'unasserted',
    assertion_details: reason,
    asserted_records: null,
    anomalous_records: null,
  }
}

/**
 * Adds the verdict of a check that judges totals, and its finding where it failed, with `records` of the source (default: none).
 * `partition` is the one that alone is judged (default: none).
 */
export function addJudgement(
  { outcomes, findings }: Pick<Evaluation, 'outcomes' | 'findings'>,
  checkId: number,
  { failed, anomalous_records, says }: Judgement,
  asserted: number,
  records: ShapeFinding['records'] = noRecords(),
  partition: string | null = null,
): void {
  outcomes.push({
    check_id: checkId,
    assertion_result: failed ? 'failed' : 'passed',
    assertion_details: null,
    asserted_records: asserted,
    anomalous_records: anomalous_records ?? 0,
  })
  if (!failed) return
  findings.push({
    type: 'shape',
    check_id: checkId,
    partition,
    message: says,
    message_together: null,
    named_field: null,
    anomalous_records_count: anomalous_records,
    records,
  })
}

/**
 * Adds failing rows, each to the finding of the same row where another check has it already. Of rows that are equal the
 * first joins the first, and so on.
 */
export function addRows({ findings }: Pick<Evaluation, 'findings'>, rows: readonly RecordFinding[]): void {
  const known = Map.groupBy(
    findings.filter((finding) => finding.type === 'record'),
    ({ row_hash }) => row_hash,
  )
  for (const row of rows) {
    const same = known.get(row.row_hash)?.shift()
    if (same) same.failed_checks.push(...row.failed_checks)
    else findings.push(row)
  }
}

/** For findings without rows of their own. */
export async function* noRecords(): AsyncIterable<SourceRecord[]> {}

/** So many records of a sample are held in memory, and a batch more; the others are read when they are stored. */
const heldRecords = 10_000

/**
 * The records of a staging area, which `records` closes when it ends: read at once where they are few, so that the area need not
 * stay open for them. Of many the first are held, and the others come from there when these were read.
 */
export async function heldWhereFew(
  records: AsyncGenerator<SourceRecord[]>,
): Promise<AsyncIterable<SourceRecord[]>> {
  const held: SourceRecord[][] = []
  for (let count = 0; count <= heldRecords; count += held.at(-1)?.length ?? 0) {
    const next = await records.next()
    if (next.done === true) return heldBatches(held)
    held.push(next.value)
  }
  return followedBy(held, records)
}

/** Ends `rest` also where it is left before its turn. */
async function* followedBy(
  held: readonly SourceRecord[][],
  rest: AsyncGenerator<SourceRecord[]>,
): AsyncIterable<SourceRecord[]> {
  try {
    yield* held
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

/** Records that are held in memory already. */
export async function* heldBatches(batches: readonly SourceRecord[][]): AsyncIterable<SourceRecord[]> {
  yield* batches
}
