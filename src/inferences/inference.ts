import type { FieldMetrics } from '../model/field-profile.ts'
import type { DiscoveredField } from '../model/field.ts'

/** How much is inferred: each level more than the one below, and 0, which no inference has, nothing. */
type InferenceLevel = 1 | 2 | 3 | 4 | 5

/** A field as inferences see it: its figures over all rows, and its values in the rows that are there to learn from. */
export interface ObservedField {
  field: DiscoveredField
  /** Its place in the container, from 0. */
  place: number
  metrics: FieldMetrics
  /** The value of each row to learn from, in one spelling; null where there is none. */
  values: readonly (string | null)[]
  /** The same as numbers, times in milliseconds since 1970; null for what has no size. */
  sizes: readonly (number | null)[]
}

/** A field of another container whose values are all different, so that it may be what others refer to. */
export interface ReferenceField {
  container_id: number
  datastore_id: number
  container: string
  field: string
  type: DiscoveredField['type']
  /** How many values it has. */
  distinct: number
}

/** A container as inferences see it. */
export interface Observed {
  container: string
  /** The fields whose values may show. */
  fields: readonly ObservedField[]
  /** The fields whose values must not show: for inferences whose checks name none. */
  masked: readonly ObservedField[]
  /** The names of all fields, excluded ones too, in their order. */
  names: readonly string[]
  /** Rows that were measured. */
  rows: number
  /** Rows to learn from: `values` of a field has so many. */
  learned: number
  /** ISO 8601 UTC. */
  now: string
  /** Keys of other containers of the datastore; empty where no inference looks at them. */
  references: readonly ReferenceField[]
  /** The number of all rows at this and earlier measurements, newest first. */
  volumes: readonly number[]
  /** When the container was modified, as far as measurements saw it, newest first, milliseconds since 1970; each once. */
  modifications: readonly number[]
  /** A name as the SQL of the store writes it. */
  quoted(name: string): string
}

/** A check that may be proposed. It has two forms, so that what is told apart from all rows was first tried on rows unseen. */
export interface Candidate {
  fields: string[]
  /** Fitted to the rows to learn from alone; it must hold in the rows that were held out. */
  trial: Record<string, unknown>
  /** Fitted to all rows (default: as the trial); it must hold in all rows. */
  properties?: Record<string, unknown>
  /** The share of rows that must pass (default 1). */
  coverage?: number
  /** What was seen, the first half of a sentence that goes on with how it was tested. */
  because: string
  /** A few words for the list of checks. */
  description: string
  /** Rule types that say more: where a check of one of them is proposed for the same fields, this one is not (default: none). */
  yields_to?: readonly string[]
}

/** A way to find checks: a file, `<name>.inference.ts`. It sees figures and values, and never runs a query. */
export interface Inference {
  /** Unique, as the file is called. */
  name: string
  rule_type: string
  level: InferenceLevel
  /** One sentence for people: what must be seen. */
  description: string
  /** True when the check or its reason holds values of its fields: none is then proposed for masked ones. */
  shows_values: boolean
  /** True when few rows against it make it a check for a person to decide on, a Draft, instead of none. */
  may_have_exceptions: boolean
  /** It looks at `references` (default: it does not, and they need not be read for it). */
  looks_beside?: true
  propose(observed: Observed): Candidate[]
}

/** Fewest values to learn from. */
export const fewestValues = 20

/** An inference as its file exports it. */
export function defineInference(inference: Inference): Inference {
  return inference
}

/** The fields that an inference may speak of. */
export function fieldsFor({ shows_values }: Pick<Inference, 'shows_values'>, observed: Observed) {
  return shows_values ? observed.fields : [...observed.fields, ...observed.masked]
}

/** The values that are there. */
export const present = (values: readonly (string | null)[]): string[] =>
  values.filter((value) => value !== null)

/** A number of rows as people write it. */
export const counted = (rows: number): string => grouped.format(Math.round(rows))

const grouped = new Intl.NumberFormat('en-US')

/** A share as people write it. */
export const percent = (share: number): string => `${Number((share * 100).toPrecision(4))} %`
