import { Type, type Static } from 'typebox'
import { fieldTypes } from './field.ts'
import { described, nullable } from './wire.ts'

const figure = (description: string) => nullable(Type.Number(), description)

/** A value of a field with the rows that have it; the last bucket may stand for all values without one. */
const HistogramBucket = Type.Object(
  {
    value: nullable(Type.String(), 'The value as text; null: all values that have no bucket of their own'),
    count: Type.Integer({ description: 'Rows with the value' }),
    ratio: Type.Number({ description: 'Their share of the rows with a value, 0 to 1' }),
  },
  { title: 'HistogramBucket', description: 'A value with the number of its rows' },
)
export type HistogramBucket = Static<typeof HistogramBucket>

/** Values at ranks of the sorted numbers. */
const QuantileSketch = Type.Object(
  {
    parameters: Type.Object(
      { rank_error: Type.Number({ description: 'By how much a rank may be wrong, 0 to 1; 0: exact' }) },
      { title: 'QuantileSketchParameters', description: 'How exact the ranks are' },
    ),
    buckets: Type.Array(
      Type.Object(
        {
          rank: Type.Number({ description: 'The share of the values that are not above it, 0 to 1' }),
          value: Type.Number({ description: 'The value there' }),
        },
        { title: 'Quantile', description: 'The value at a rank' },
      ),
      { description: 'In ascending order' },
    ),
  },
  { title: 'QuantileSketch', description: 'Values at ranks of the sorted numbers' },
)
export type QuantileSketch = Static<typeof QuantileSketch>

const other = { field: Type.String({ description: 'The other field' }) }
const correlation = Type.Number({ description: 'From -1 to 1, over rows in which both have a value' })

/** The figures of one field. Times are in milliseconds since 1970, UTC; NaN and infinities are values, but in no figure of size. */
export const FieldMetrics = Type.Object({
  field_type: described(Type.Enum(fieldTypes), 'Its type; of a text, the type that its values look like'),
  type_declared: Type.Boolean({ description: 'Whether the source says the type, rather than the values' }),
  completeness: figure('Rows with a value, of all rows, 0 to 1; null: there are no rows'),
  approximate_distinct_values: figure('How many values differ; null: they cannot be compared'),
  unique_distinct_ratio: figure('Values that occur once, of those that differ, 0 to 1'),
  entropy: figure("Shannon's, in bits"),
  min: figure('The least number or time'),
  max: figure('The greatest number or time'),
  mean: figure('Of numbers and times'),
  sum: figure('Of numbers'),
  std_dev: figure('Standard deviation of a sample'),
  median: figure('Half of the values are not above it'),
  q1: figure('A quarter of the values are not above it'),
  q3: figure('Three quarters of the values are not above it'),
  skewness: figure('Of a sample, adjusted for its size'),
  kurtosis: figure('Of a sample, adjusted for its size; 0 for a normal distribution'),
  is_not_normal: nullable(
    Type.Boolean(),
    'True: a normal distribution is unlikely (Jarque and Bera, 5 %); null: too few values',
  ),
  min_length: figure('Characters of the shortest text'),
  max_length: figure('Characters of the longest text'),
  histogram_buckets: described(Type.Array(HistogramBucket), 'The most frequent values first'),
  kll: nullable(QuantileSketch, 'Every twentieth of the sorted values; null: there are no numbers'),
  field_correlations: described(
    Type.Array(
      Type.Object(
        { ...other, correlation },
        { title: 'FieldCorrelation', description: 'A field that goes together with this one' },
      ),
    ),
    'Fields that go together with it, strongest first',
  ),
  regression_models: described(
    Type.Array(
      Type.Object(
        {
          ...other,
          slope: Type.Number({ description: 'By what the other field is multiplied' }),
          intercept: Type.Number({ description: 'What is added' }),
          correlation,
        },
        { title: 'RegressionModel', description: 'The line by which this field follows from another' },
      ),
    ),
    'How it follows from each of these fields',
  ),
})
export type FieldMetrics = Static<typeof FieldMetrics>
