import { Type, type Static, type TProperties } from 'typebox'
import { described, nullable, optional, Timestamp } from './wire.ts'

/** The sides of quality that a score is made of, in the order in which they are shown. */
export const dimensions = [
  'completeness',
  'coverage',
  'conformity',
  'consistency',
  'precision',
  'timeliness',
  'volumetrics',
  'accuracy',
] as const
export type Dimension = (typeof dimensions)[number]

/** What counts where nobody set anything; the period is in days. */
export const defaultScoreSettings = { decay_period_days: 180, weight: 1 }

/** A member for each dimension, made by its name. */
function ofDimensions<Made>(make: (dimension: Dimension) => Made): Record<Dimension, Made> {
  return Object.fromEntries(dimensions.map((dimension) => [dimension, make(dimension)])) as Record<
    Dimension,
    Made
  >
}

const meanings: Record<Dimension, string> = {
  completeness: 'Values that are there, on the average of the profiles in the period',
  coverage: 'How many Active checks watch the fields',
  conformity: 'Rows whose form is as demanded',
  consistency: 'How little the figures of the newest profile differ from those of earlier ones',
  precision: 'Rows whose values lie where they are demanded to',
  timeliness: 'Whether data comes in time; each open anomaly takes two fifths',
  volumetrics: 'Whether as much comes as is expected; each open anomaly takes two fifths',
  accuracy: 'Rows that fail no check at all',
}

const rating = (description: string) =>
  nullable(Type.Number({ minimum: 0, maximum: 100 }), `${description}; null: not known yet`)

const ratings = {
  total: Type.Number({ minimum: 0, maximum: 100, description: 'All dimensions as one figure, 0 to 100' }),
  ...ofDimensions((dimension) => rating(meanings[dimension])),
}

/** How good the data is, from 0 to 100. */
export const QualityScore = Type.Object(ratings)
export type QualityScore = Static<typeof QualityScore>

/** The same with the moment from which it held. */
export const DatedQualityScore = Type.Object({
  created: described(Timestamp, 'Since when it holds'),
  ...ratings,
})
export type DatedQualityScore = Static<typeof DatedQualityScore>

const period = { minimum: 7, maximum: 180 }
const weight = { minimum: 0, maximum: 2 }
const periodMeaning = 'Days of profiles and scans that count; null: 180'
const weightMeaning = (dimension: Dimension) =>
  `How much ${dimension} counts beside the others, 0: not at all; null: 1`

type WeightMember = `${Dimension}_weight`
const weights = <Schema extends TProperties[string]>(make: (dimension: Dimension) => Schema) =>
  Object.fromEntries(dimensions.map((dimension) => [`${dimension}_weight`, make(dimension)])) as Record<
    WeightMember,
    Schema
  >

/** How a datastore or a container weighs the dimensions; null stands for the default. */
export const ScoreSettings = Type.Object({
  decay_period_days: nullable(Type.Integer(period), periodMeaning),
  ...weights((dimension) => nullable(Type.Number(weight), weightMeaning(dimension))),
})
export type ScoreSettings = Static<typeof ScoreSettings>

/** Absent members stay; null gives one its default back. */
export const ScoreSettingsChange = Type.Object({
  decay_period_days: optional(Type.Integer(period), periodMeaning),
  ...weights((dimension) => optional(Type.Number(weight), weightMeaning(dimension))),
})
export type ScoreSettingsChange = Static<typeof ScoreSettingsChange>
