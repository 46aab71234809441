import { Type } from 'typebox'
import { optional } from '../model/wire.ts'
import { DurationComparator, FieldName, NumericComparator } from './properties.ts'
import { defineRowRule, type RowRule, type RuleExample } from './rule.ts'
import { refuseUnlikeFields } from './field-kinds.ts'
import { fieldOnWrongSide } from './tolerance.ts'

type Side = 'greater' | 'less'

const properties = Type.Object(
  {
    field_name: FieldName,
    inclusive: optional(Type.Boolean({ description: 'Whether equal values pass (default false).' })),
    numeric_comparator: optional(NumericComparator),
    duration_comparator: optional(DurationComparator),
  },
  { additionalProperties: false },
)

/** The rule that each value is on one side of another field's in the same row. */
export function fieldOrderRule(side: Side, named: Pick<RowRule, 'type' | 'title'>): RowRule {
  return defineRowRule({
    ...named,
    description: `Every value is ${side} than the value of the other field in the same row. Values equal within the tolerance count as equal: they pass when inclusive, and fail otherwise. A row with NULL in either field passes; a Date beside a Timestamp counts as its midnight. A whole number beside a fraction is compared as the datastore does it, which beyond 2^53 may round.`,
    scope: 'single',
    accepts: ['Integral', 'Fractional', 'Date', 'Timestamp'],
    properties,
    field_properties: ['field_name'],
    filterable: true,
    supports_coverage: true,
    weight: 2,
    feeds: 'precision',
    validate({ field, properties: { field_name }, named }) {
      refuseUnlikeFields(field, named(field_name, 'field_name'))
    },
    failing: ({ field, properties, named }) =>
      fieldOnWrongSide(side, field, named(properties.field_name, 'field_name'), properties),
    says({ properties: { field_name, inclusive } }) {
      const words = inclusive === true ? `${side} than or equal to` : `${side} than`
      return {
        record: `is not ${words} the value of \`${field_name}\``,
        shape: `are not ${words} the value of \`${field_name}\``,
      }
    },
    examples: examplesOf(side),
  })
}

/** One example of both rules: the greater field is judged for the one, the lesser for the other. */
type SharedExample = Pick<RuleExample, 'shows' | 'columns' | 'rows' | 'failing'> & {
  greater: string
  less: string
  properties?: Record<string, unknown>
}

const sharedExamples: SharedExample[] = [
  {
    shows: 'equal values fail; a NULL on either side passes',
    columns: { total: 'Integral', part: 'Fractional' },
    rows: [
      [2, 1.5],
      [1, 1],
      [1, 1.5],
      [null, 1],
      [1, null],
    ],
    greater: 'total',
    less: 'part',
    failing: [1, 2],
  },
  {
    shows: 'inclusive, with a tolerance: what is short by no more than half passes',
    columns: { total: 'Fractional', part: 'Fractional' },
    rows: [
      [1, 1],
      [1, 1.5],
      [1, 1.51],
      [null, 2],
    ],
    greater: 'total',
    less: 'part',
    properties: { inclusive: true, numeric_comparator: { epsilon: 0.5 } },
    failing: [2],
  },
  {
    shows: 'whole numbers, with a tolerance that is none',
    columns: { total: 'Integral', part: 'Integral' },
    rows: [
      [1, 1],
      [1, 2],
      [2, 1],
    ],
    greater: 'total',
    less: 'part',
    properties: { inclusive: true, numeric_comparator: { epsilon: 0.5 } },
    failing: [1],
  },
  {
    shows: 'exclusive, with a tolerance in percent: what is too close is equal, so it fails',
    columns: { total: 'Integral', part: 'Integral' },
    rows: [
      [200, 100],
      [100, 95],
      [100, 105],
      [0, 0],
    ],
    greater: 'total',
    less: 'part',
    properties: { numeric_comparator: { epsilon: 10, as_absolute: false } },
    failing: [1, 2, 3],
  },
  {
    shows: 'times, equal up to a second',
    columns: { ended: 'Timestamp', started: 'Timestamp' },
    rows: [
      ['2024-03-01 00:00:00', '2024-02-29 23:59:59'],
      ['2024-02-29 23:59:59', '2024-03-01 00:00:00'],
      ['2024-02-29 23:59:58.999', '2024-03-01 00:00:00'],
      [null, '2024-03-01 00:00:00'],
    ],
    greater: 'ended',
    less: 'started',
    properties: { inclusive: true, duration_comparator: { millis: 1000 } },
    failing: [2],
  },
  {
    shows: 'a date counts as its midnight beside a time',
    columns: { due: 'Date', sent: 'Timestamp' },
    rows: [
      ['2024-03-01', '2024-02-29 23:59:59'],
      ['2024-03-01', '2024-03-01 00:00:00'],
      ['2024-03-01', '2024-03-01 00:00:01'],
    ],
    greater: 'due',
    less: 'sent',
    failing: [1, 2],
  },
]

const examplesOf = (side: Side): RuleExample[] =>
  sharedExamples.map(({ greater, less, properties, ...example }) => {
    const [judged, other] = side === 'greater' ? [greater, less] : [less, greater]
    return { ...example, given: { fields: [judged], properties: { field_name: other, ...properties } } }
  })
