import type { FieldMetrics, HistogramBucket, QuantileSketch } from '../../model/field-profile.ts'
import type { FieldType } from '../../model/field.ts'
import type { Examined } from './basics.ts'
import type { Distribution } from './distribution.ts'
import { diversityOf, estimatedDiversity } from './frequencies.ts'
import type { Regression } from './pairs.ts'
import { hasNumbers } from './profiled-field.ts'
import type { ProfileSettings } from './settings.ts'
import { quantileShares, quantilesFrom } from './ranks.ts'
import { shapeOf } from './shape.ts'

/** Everything that was read of a field. */
interface ReadField {
  examined: Examined
  /** Undefined when there was no value, or the source refused. */
  distribution: Distribution | undefined
  rows: number
  seems: FieldType
  regressions: readonly Regression[]
  settings: ProfileSettings
}

/** The metrics of a field that could not be measured. */
export function emptyMetrics(type: FieldType, declared: boolean): FieldMetrics {
  return {
    field_type: type,
    type_declared: declared,
    completeness: null,
    approximate_distinct_values: null,
    unique_distinct_ratio: null,
    entropy: null,
    min: null,
    max: null,
    mean: null,
    sum: null,
    std_dev: null,
    median: null,
    q1: null,
    q3: null,
    skewness: null,
    kurtosis: null,
    is_not_normal: null,
    min_length: null,
    max_length: null,
    histogram_buckets: [],
    kll: null,
    field_correlations: [],
    regression_models: [],
  }
}

/** The metrics of a field from all that was read of it. */
export function metricsOf(read: ReadField): FieldMetrics {
  const { examined, distribution, rows, seems, regressions, settings } = read
  const { basics } = examined
  const diversity = distribution ? diversityIn(distribution, basics.present) : null
  const isCounted = examined.field.kind !== 'opaque'
  const strong = regressions.filter(
    ({ correlation }) => Math.abs(correlation) >= settings.high_correlation_threshold,
  )
  return {
    ...emptyMetrics(seems, settings.types_are_declared),
    completeness: rows === 0 ? null : basics.present / rows,
    approximate_distinct_values: diversity?.distinct ?? (isCounted && basics.present === 0 ? 0 : null),
    unique_distinct_ratio: diversity?.unique_ratio ?? null,
    entropy: diversity?.entropy ?? null,
    min: basics.min,
    max: basics.max,
    min_length: basics.min_length,
    max_length: basics.max_length,
    ...(distribution && { histogram_buckets: bucketsOf(distribution, basics.present) }),
    ...(hasNumbers(examined.field) && numberMetrics(examined, distribution)),
    field_correlations: strong.map(({ field, correlation }) => ({ field, correlation })),
    regression_models: strong.map(({ field, correlation, slope, intercept }) => ({
      field,
      slope,
      intercept,
      correlation,
    })),
  }
}

function diversityIn({ frequencies, buckets, one_in }: Distribution, present: number) {
  if (one_in === null) return diversityOf(frequencies)
  const known = buckets.map(({ count }) => count)
  return estimatedDiversity(known, frequencies, one_in, present)
}

/** The most frequent values, and one bucket without a value for all others. */
function bucketsOf({ buckets }: Distribution, present: number): HistogramBucket[] {
  const shown = buckets.map(({ value, count }) => ({ value, count, ratio: count / present }))
  const others = present - buckets.reduce((sum, { count }) => sum + count, 0)
  if (others <= 0) return shown
  return [...shown, { value: null, count: others, ratio: others / present }]
}

function numberMetrics(
  { field, basics }: Examined,
  distribution: Distribution | undefined,
): Partial<FieldMetrics> {
  if (!distribution?.powers || basics.frame === null) return {}
  const shape = shapeOf(distribution.powers, basics.frame)
  // The ends are known whatever the rest is.
  const ends = new Map([0, 1].map((share) => [share, share === 0 ? basics.min : basics.max]))
  const estimated = distribution.quantiles?.map(
    (value, index) => ends.get(quantileShares[index] ?? -1) ?? value,
  )
  const quantiles = estimated ?? quantilesFrom(distribution.steps, basics.measured)
  const at = (share: number) => quantiles[quantileShares.indexOf(share)] ?? null
  return {
    ...shape,
    // A sum of times has no meaning; that of whole numbers is exact.
    sum: field.kind === 'moment' ? null : (basics.sum ?? shape.sum),
    q1: at(0.25),
    median: at(0.5),
    q3: at(0.75),
    kll: sketchOf(quantiles, estimated ? rankError : 0),
  }
}

/** The rank of an estimated quantile is right to this share of all ranks. */
const rankError = 0.01

function sketchOf(quantiles: readonly (number | null)[], rank_error: number): QuantileSketch {
  const buckets = quantileShares.flatMap((rank, index) => {
    const value = quantiles[index]
    return value === null || value === undefined ? [] : [{ rank, value }]
  })
  return { parameters: { rank_error }, buckets }
}
