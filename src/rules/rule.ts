import { Type, type Static, type TObject } from 'typebox'
import type { Cell } from '../kernel/cell.ts'
import type { Held } from '../kernel/held.ts'
import type { Quantity } from '../kernel/quantity.ts'
import type { DiscoveredField, FieldType } from '../model/field.ts'
import type { Expression, TimeInterval } from '../sql/ast.ts'

/** Another container that a check compares with, as it was known at its last sync. */
export interface ReferencedContainer {
  container_id: number
  datastore_id: number
  name: string
  fields: readonly DiscoveredField[]
  /** The names of both datastores where it is in another one than the check (default: it is in the same). */
  datastores?: { here: string; there: string } | null
}

/** The input of a rule: the definition of the check and its container, never data. */
export interface RuleInput<Properties = Record<string, unknown>> {
  /** The first of the check's fields. Reading it on a rule without fields throws. */
  readonly field: DiscoveredField
  /** The check's fields in the order given. */
  readonly fields: readonly DiscoveredField[]
  readonly properties: Properties
  /** The container's name, for messages. */
  readonly container: string
  /** Time of the scan, ISO 8601 UTC: the same for every partition and statement of a scan. */
  readonly now: string
  /** The word of messages for the asserted rows: `filtered` only where the check has a filter. */
  readonly records: 'records' | 'filtered records'
  /** A number of the data as it stands in messages, the only way into one; `<masked>` where it may come from a masked field. */
  shown(value: Held<Cell>): string
  /** A field of the container that a property names; an unknown name is refused with 422 naming `properties.<member>`. */
  named(name: string, member: string): DiscoveredField
  /** The container that a property names by its id; an unknown one is refused with 422 naming `properties.<member>`. */
  referenced(containerId: number, member: string): ReferencedContainer
}

/** The verdict of a rule that sees totals rather than rows. */
export interface Judgement {
  failed: boolean
  /** Rows to blame; null when they cannot be counted (a wrong sum has no guilty rows). */
  anomalous_records: number | null
  /** The message of the anomaly, a full sentence; not read when `failed` is false. */
  says: string
}

/** A table and what the rule says of it: the rule's test on every dialect, its documentation and its golden SQL at once. */
export interface RuleExample {
  /** A few words: what this example shows. */
  shows: string
  columns: Record<string, FieldType>
  rows: Cell[][]
  given: { fields: string[]; properties?: Record<string, unknown>; filter?: string; coverage?: number }
  /** The other containers that the properties name, by the id they are given there. */
  references?: Record<number, { columns: Record<string, FieldType>; rows: Cell[][] }>
  /** The measurements of earlier scans, newest first, one day apart. */
  measured_before?: Quantity[]
  /** The time since the container was modified, milliseconds. */
  modified_before?: number
  /** Row rules: indexes of the failing rows, from 0. */
  failing?: number[]
  /** Other rules: whether the check fails, and with how many anomalous records (null: not countable). */
  fails?: { anomalous_records: number | null } | false
}

interface RuleCommon<Properties> {
  /** The API name, unique; the file is named after it in kebab case. */
  type: string
  title: string
  /** One sentence for people: when a row or container fails, and what NULL does. */
  description: string
  /** The number of fields that a check of this rule names: one, one or more, none, or any number (an expression's). */
  scope: 'single' | 'multi' | 'none' | 'calculated'
  /** The field types it can judge; `all` for no restriction. */
  accepts: readonly FieldType[] | 'all'
  /** Closed schema of `properties`; unknown members are refused. */
  properties: TObject
  filterable: boolean
  supports_coverage: boolean
  /** Points that the rule adds to a check's weight. */
  weight: 1 | 2 | 3
  /** The dimension of the quality score that its anomalies lower, beside accuracy for the first two (default: accuracy alone). */
  feeds?: 'conformity' | 'precision' | 'timeliness' | 'volumetrics'
  /** The one form in which properties are kept and shown, of the spellings that are accepted (default: as they are). */
  kept?(properties: Record<string, unknown>): Record<string, unknown>
  /**
   * Properties that hold a person's SQL (default: none): of the check's own store, with variables that a scan binds and any
   * field of the container in it, or of the store of a container that the check refers to. `conditions` are those of the latter
   * that say which of its rows count (default: none).
   */
  sql_properties?: {
    own?: readonly (keyof Properties & string)[]
    referenced?: readonly (keyof Properties & string)[]
    conditions?: readonly (keyof Properties & string)[]
  }
  /**
   * Properties that name other fields of the check's own container (default: none): a name, a list of them, or a list of objects with
   * a `field_name`.
   */
  field_properties?: readonly (keyof Properties & string)[]
  /** Properties that hold a regular expression in the flavour of the check's own store (default: none). */
  pattern_properties?: readonly (keyof Properties & string)[]
  /** True when its verdict depends on the moment of the scan too (default: on the rows alone), so that it is never kept. */
  reads_clock?: true
  /** Ids of the other containers that a check with these properties reads. */
  references?(properties: Properties): number[]
  /** Refuses with `invalidMember` what the schema cannot say: no bound at all, min above max, a pattern that does not compile. */
  validate?(input: RuleInput<Properties>): void
  /** Refuses with `invalidMember` properties that contradict themselves, whatever the container is; templates are asked too. */
  validateAlone?(properties: Properties): void
  examples: RuleExample[]
}

/** Judges each row alone by a predicate. */
export interface RowRule<Properties = Record<string, unknown>> extends RuleCommon<Properties> {
  family: 'row'
  /** TRUE for a failing row; FALSE and NULL pass. */
  failing(input: RuleInput<Properties>): Expression
  /**
   * Predicates for messages. With subject `value` (default) they follow "The `age` value of `-1` ..." and
   * "In `age`, 2% of 50 records (1) ..."; with `row` the record text is a sentence of its own.
   */
  says(input: RuleInput<Properties>): { record: string; shape: string }
  subject?: 'value' | 'row'
  /**
   * Of a rule over several fields, each of which fails the row by itself: whether a cell of a failing row may be one that does, as JSON
   * shows it (default: all are).
   */
  blames?(cell: unknown, properties: Record<string, unknown>): boolean
  /** Whether a message about many rows names a handful of the failing values, masked as usual (default false). */
  names_values?: boolean
}

/** A total over the filtered rows that can be added up over partitions. */
export interface Measure {
  aggregate: 'sum' | 'min' | 'max'
  /** Evaluated per row; NULL adds nothing. */
  of: Expression
}

/** Judges totals of the whole container; the totals come from the same pass as the row rules. */
export interface AggregateRule<Properties = Record<string, unknown>> extends RuleCommon<Properties> {
  family: 'aggregate'
  measures(input: RuleInput<Properties>): Record<string, Measure>
  /** `totals` has a cell per measure (null when no row contributed); `asserted` counts the filtered rows. */
  judge(totals: Record<string, Held<Cell>>, asserted: number, input: RuleInput<Properties>): Judgement
}

/** Sizes of the groups of equal values of the check's fields; rows with a NULL in any of them are in no group. */
export interface Groups {
  /** Of a rule whose offending rows are duplicates, only groups of more than one row are counted. */
  groups: number
  /** Rows beyond the first of each group: 0 when every value is unique. */
  surplus: number
}

/** Judges groups of equal values over the whole container; checks on the same fields and filter share one statement. */
export interface GroupedRule<Properties = Record<string, unknown>> extends RuleCommon<Properties> {
  family: 'grouped'
  judge(groups: Groups, asserted: number, input: RuleInput<Properties>): Judgement
  /** The rows that become source records: those of groups with more than one row, or none. */
  offending: 'duplicates' | 'none'
}

/** The values of another container's field; where they are is the engine's business. */
export interface ReferencedValues {
  container_id: number
  field: DiscoveredField
  /** SQL of the other container's store, or null for all its rows. */
  filter: string | null
}

/** Judges each row by whether its value is among those of another container's field; NULL passes. */
export interface ReferenceRule<Properties = Record<string, unknown>> extends RuleCommon<Properties> {
  family: 'reference'
  values(input: RuleInput<Properties>): ReferencedValues
  /** The rows that fail: those whose value is absent there, or those whose value is present. */
  fails_when: 'absent' | 'present'
  says: RowRule<Properties>['says']
}

/** Judges each distinct text by a function that no engine has in its SQL; NULL passes. */
export interface TextRule<Properties = Record<string, unknown>> extends RuleCommon<Properties> {
  family: 'text'
  /** A function that says whether a text passes; asked for once before the values come, so it may load a library. */
  tester(input: RuleInput<Properties>): Promise<(text: string) => boolean>
  says: RowRule<Properties>['says']
}

/** Judges a number of this container beside one of another. Both are aggregate expressions of their own stores. */
export interface ComparisonRule<Properties = Record<string, unknown>> extends RuleCommon<Properties> {
  family: 'comparison'
  sides(input: RuleInput<Properties>): {
    /** SQL aggregate over the filtered rows of the check's own container. */
    expression: string
    reference: { container_id: number; expression: string; filter: string | null }
  }
  /** Null, NaN or an infinity stands for a side that has no number. */
  judge(
    target: Held<Quantity | null>,
    reference: Held<Quantity | null>,
    /** Both as they stand in messages. */
    shown: { target: string; reference: string },
    input: RuleInput<Properties>,
  ): Judgement
}

/** The ways in which two rows of different containers can differ: only in this one, only in the other, or in both with other values. */
export const differenceTypes = ['added', 'removed', 'changed'] as const
export type DifferenceType = (typeof differenceTypes)[number]

/** The distance at which two values still count as equal. */
export type Tolerance =
  | { of: 'number'; epsilon: number; as_absolute: boolean }
  | { of: 'time'; millis: number }
  | { of: 'white space' }

/** A field of this container (left) beside the one of the other container (right) that it is compared with. */
export interface FieldPair {
  left: DiscoveredField
  right: DiscoveredField
  /** Null: only equal values are equal. */
  tolerance: Tolerance | null
}

/** The fields of two containers that are compared. */
export interface ComparedSides {
  container_id: number
  /** Rows with the same values in these are one row; without any, whole rows are looked for on the other side. */
  ids: FieldPair[]
  compared: FieldPair[]
  /** Shown beside the differences, never compared; `right` is null where the other container lacks the field. */
  passthrough: { left: DiscoveredField; right: DiscoveredField | null }[]
  /** The differences that count. */
  types: readonly DifferenceType[]
}

/** The number of rows of each side, and of those that differ in each way. */
export type DifferenceCounts = Record<DifferenceType | 'target' | 'reference', number>

/** Judges the rows of this container beside all rows of another. */
export interface DifferenceRule<Properties = Record<string, unknown>> extends RuleCommon<Properties> {
  family: 'difference'
  sides(input: RuleInput<Properties>): ComparedSides
  judge(counts: DifferenceCounts, input: RuleInput<Properties>): Judgement
}

/** When two values speak for one entity: `exact` ones must be equal for rows to be compared at all. */
export type Match =
  | { of: 'exact' }
  | { of: 'spelling'; substrings: boolean; homophones: boolean }
  | Extract<Tolerance, { of: 'number' | 'time' }>

/** The fields that identify an entity, and the one that must not differ within it. */
export interface EntityTerms {
  /** An entity has one value of this field; NULL is none. */
  distinct: DiscoveredField
  fields: { field: DiscoveredField; match: Match; weight: number }[]
  /** Rows whose weighted mean score reaches it are the same entity. */
  threshold: number
}

/** Judges whether rows that look like one entity carry one value of a field. */
export interface EntityRule<Properties = Record<string, unknown>> extends RuleCommon<Properties> {
  family: 'entity'
  terms(input: RuleInput<Properties>): EntityTerms
  /** `entities` have more than one value; `records` are their rows. */
  judge(bad: { entities: number; records: number }, input: RuleInput<Properties>): Judgement
}

/** Sizes of the segments of time into which the filtered rows fall. */
export interface SegmentRule<Properties = Record<string, unknown>> extends RuleCommon<Properties> {
  family: 'segments'
  /** The length of a segment and the sizes that pass, both included; null for no bound. */
  segments(input: RuleInput<Properties>): {
    interval: TimeInterval
    min_size: number | null
    max_size: number | null
  }
  /** `outside` of `total` segments have another size; `named` are the first and the last of them, null where there is none to tell. */
  judge(
    total: number,
    outside: number,
    named: { first: string; last: string } | null,
    input: RuleInput<Properties>,
  ): Judgement
}

/** The measurements of earlier scans for a check, newest first; `at` is ISO 8601 UTC. */
export type Measurements = readonly { value: Held<Quantity>; at: string }[]

/** Judges one number of the container against those that earlier scans measured. */
export interface MeasuredRule<Properties = Record<string, unknown>> extends RuleCommon<Properties> {
  family: 'measured'
  /**
   * `value`: the one value of the field among the filtered rows; `rows`: how many rows the container has; `age`: milliseconds
   * since it was last modified.
   */
  measures: 'value' | 'rows' | 'age'
  judge(measured: Held<Quantity>, earlier: Measurements, input: RuleInput<Properties>): Judgement
}

/** Judges the fields that the source shows now, before any row is read. */
export interface SchemaRule<Properties = Record<string, unknown>> extends RuleCommon<Properties> {
  family: 'schema'
  judge(observed: readonly DiscoveredField[], input: RuleInput<Properties>): Judgement
  /** True: a failure ends the scan of the container at once (expectedSchema). */
  aborts_container: boolean
}

/** Judges the number of rows loaded from each partition. */
export interface SizeRule<Properties = Record<string, unknown>> extends RuleCommon<Properties> {
  family: 'size'
  /** `partition` is its name. */
  judge(rows: number, partition: string, input: RuleInput<Properties>): Judgement
}

/** A rule type of any family; `family` says from what it is judged: rows, one number of them, groups, the fields, and so on. */
export type Rule =
  | RowRule
  | AggregateRule
  | GroupedRule
  | ReferenceRule
  | TextRule
  | ComparisonRule
  | DifferenceRule
  | EntityRule
  | SegmentRule
  | MeasuredRule
  | SchemaRule
  | SizeRule

/** For rules without properties. */
export const noProperties = Type.Object({}, { additionalProperties: false })

type Definition<Kind, Schema extends TObject> = Omit<Kind, 'family' | 'properties'> & { properties: Schema }

// The define functions infer a rule's property type from its schema; what they return forgets it again, since a
// registry can only promise that properties were validated by the rule's own schema, as validate.ts does.
export const defineRowRule = <Schema extends TObject>(
  rule: Definition<RowRule<Static<Schema>>, Schema>,
): RowRule => ({ family: 'row', ...rule }) as RowRule
export const defineAggregateRule = <Schema extends TObject>(
  rule: Definition<AggregateRule<Static<Schema>>, Schema>,
): AggregateRule => ({ family: 'aggregate', ...rule }) as AggregateRule
export const defineGroupedRule = <Schema extends TObject>(
  rule: Definition<GroupedRule<Static<Schema>>, Schema>,
): GroupedRule => ({ family: 'grouped', ...rule }) as GroupedRule
export const defineSchemaRule = <Schema extends TObject>(
  rule: Definition<SchemaRule<Static<Schema>>, Schema>,
): SchemaRule => ({ family: 'schema', ...rule }) as SchemaRule
export const defineSizeRule = <Schema extends TObject>(
  rule: Definition<SizeRule<Static<Schema>>, Schema>,
): SizeRule => ({ family: 'size', ...rule }) as SizeRule
export const defineReferenceRule = <Schema extends TObject>(
  rule: Definition<ReferenceRule<Static<Schema>>, Schema>,
): ReferenceRule => ({ family: 'reference', ...rule }) as ReferenceRule
export const defineTextRule = <Schema extends TObject>(
  rule: Definition<TextRule<Static<Schema>>, Schema>,
): TextRule => ({ family: 'text', ...rule }) as TextRule
export const defineComparisonRule = <Schema extends TObject>(
  rule: Definition<ComparisonRule<Static<Schema>>, Schema>,
): ComparisonRule => ({ family: 'comparison', ...rule }) as ComparisonRule
export const defineSegmentRule = <Schema extends TObject>(
  rule: Definition<SegmentRule<Static<Schema>>, Schema>,
): SegmentRule => ({ family: 'segments', ...rule }) as SegmentRule
export const defineMeasuredRule = <Schema extends TObject>(
  rule: Definition<MeasuredRule<Static<Schema>>, Schema>,
): MeasuredRule => ({ family: 'measured', ...rule }) as MeasuredRule
export const defineDifferenceRule = <Schema extends TObject>(
  rule: Definition<DifferenceRule<Static<Schema>>, Schema>,
): DifferenceRule => ({ family: 'difference', ...rule }) as DifferenceRule
export const defineEntityRule = <Schema extends TObject>(
  rule: Definition<EntityRule<Static<Schema>>, Schema>,
): EntityRule => ({ family: 'entity', ...rule }) as EntityRule
