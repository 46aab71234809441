import type { Session } from '../../connectors/connector.ts'
import type { Held } from '../../kernel/held.ts'
import type { Quantity } from '../../kernel/quantity.ts'
import type { CheckCategory, CheckDefinition } from '../../model/check.ts'
import type { DiscoveredField, FieldType } from '../../model/field.ts'
import type { Judgement, Measure, RowRule, Rule } from '../../rules/rule.ts'
import type { Expression, Relation } from '../../sql/ast.ts'
import type { PreparedCheck, ScanRequest } from '../check.ts'
import type { ContainerPlan } from '../container-plan.ts'
import type { PartialTotals, RecordFinding, ShapeFinding } from '../finding.ts'

/** A column that stands in kept records and is no field of the container. */
export interface OwnColumn {
  name: string
  type: FieldType
}

/** What is known of a check whose failing cells are looked for. */
type BlamingCheck = Pick<CheckDefinition, 'fields' | 'properties'>

/** The members that every family has, wherever its checks are judged. */
interface Traits<Kind extends Rule> {
  /** The category by which a scan may leave the check out. */
  category(rule: Kind): CheckCategory
  /**
   * The parts that the store tries, without reading a row, when a check is saved: conditions on a row, the filter
   * among them, and aggregates (default: none).
   */
  tries(prepared: PreparedCheck<Kind>): { conditions: Expression[]; aggregates?: Expression[] }
  /** Columns that kept records have before and after the fields of the container, whose names are given. */
  own_columns(fields: readonly string[]): { before: OwnColumn[]; after: OwnColumn[] }
  /** True when each scan measures a number for later ones to compare with. */
  keeps_measurements: boolean
  /** True when kept records show rows of another container beside those of this one (default false). */
  keeps_other_side?: boolean
  /** True when messages hold what was computed from fields of another container (default false). */
  tells_other_side?: boolean
  /** True when what stands in the cells of a record decides which of them fail (default false). */
  looks_at_cells?(rule: Kind): boolean
  /** The fields of a record by whose cells it fails; null (default): all that the check names. */
  blamed?(rule: Kind, check: BlamingCheck, record: Readonly<Record<string, unknown>>): string[] | null
  /** The content of messages beside those of single rows: numbers of rows only, or values too, which masking withholds. */
  tells: 'counts' | 'values'
}

/** Judged from the fields that the source shows, before any row is read. */
export interface FieldsFamily<Kind extends Rule> extends Traits<Kind> {
  judges: 'fields'
  judge(prepared: PreparedCheck<Kind>, observed: readonly DiscoveredField[]): Judgement
  /** True when a failure ends the scan of the container at once. */
  aborts_container(rule: Kind): boolean
}

/** Judged from the number of rows of each partition, with an anomaly for each that fails. */
export interface PartitionFamily<Kind extends Rule> extends Traits<Kind> {
  judges: 'partition'
  judge(prepared: PreparedCheck<Kind>, partition: { name: string; rows: number }): Judgement
}

/** A check whose failing values were found outside its source: how many rows have one, and a condition that finds rows. */
export interface FoundValues {
  prepared: PreparedCheck<RowRule>
  anomalous: number
}

/** By whom failing rows are found: by a condition of the source, or by the service from the values that the source hands over. */
export type RowSearch =
  | { by: 'source'; prepared: PreparedCheck<RowRule> }
  | { by: 'service'; find(relation: Relation): Promise<FoundValues> }

/**
 * Judged row by row, in the partition that has the row. The counting pass counts the rows that fail a condition of the
 * source. Failing rows are anomalies of their own, or one for all of them when they are many or coverage is below 1.
 */
export interface RowsFamily<Kind extends Rule> extends Traits<Kind> {
  judges: 'rows'
  /** The message of what it throws is the reason why the check is not judged. */
  search(session: Session, prepared: PreparedCheck<Kind>, request: ScanRequest): RowSearch
}

/** The input of the conclusion of a container. */
export interface Conclusion {
  session: Session
  plan: ContainerPlan
  relation: Relation
}

/** The counts of the partitions for a check. */
interface Counted {
  /** Rows of all of them that pass the filter. */
  asserted: number
  parts: readonly PartialTotals[]
}

/** The verdict on a check over the whole container. */
interface Verdict {
  judgement: Judgement
  /** Rows that were judged (default: those that the counting pass asserted). */
  asserted?: number
  /** Rows kept with the anomaly of the container (default: none). */
  records?: ShapeFinding['records']
  /** Reads the rows that are anomalies of their own, in the place of one of the container (default: there is one of the container). */
  rows?(): Promise<RecordFinding[]>
  /** How it was proven without reading the rows, a sentence (default: they were read). */
  proof?: string | null
  /** The measurement of this scan, whatever the judgement (default: nothing is kept). */
  measured?: Held<Quantity>
}

/** Judged over the whole container, from what the partitions counted. */
export interface ContainerFamily<Kind extends Rule> extends Traits<Kind> {
  judges: 'container'
  /** The totals that the counting pass adds up beside the asserted rows. */
  measures(prepared: PreparedCheck<Kind>): Record<string, Measure>
  /** True when its verdict reads the rows once more, after the counting pass. */
  reads_rows: boolean
  /**
   * Of what it says something: of rows, so that without any it says nothing; of totals, which no rows have too; of the
   * container, whether or not a part of it was read.
   */
  about(rule: Kind): 'rows' | 'totals' | 'container'
  /** A text is the reason why there is no verdict. */
  judge(conclusion: Conclusion, prepared: PreparedCheck<Kind>, counted: Counted): Promise<Verdict | string>
}

/** The way in which the engine counts and judges the checks of one family of rules. */
export type Family<Kind extends Rule = Rule> =
  | FieldsFamily<Kind>
  | PartitionFamily<Kind>
  | RowsFamily<Kind>
  | ContainerFamily<Kind>

/** For families whose records are rows of the container as they are. */
export const noOwnColumns = (): { before: OwnColumn[]; after: OwnColumn[] } => ({ before: [], after: [] })

/** For checks of which the store can judge the filter only. */
export function filterOnly({ filter }: Pick<PreparedCheck, 'filter'>): { conditions: Expression[] } {
  return { conditions: filter ? [filter] : [] }
}
