import { Type } from 'typebox'
import { optional } from '../model/wire.ts'
import { not } from '../sql/build.ts'
import { scalarTypes } from './literals.ts'
import { DurationComparator, FieldName, NumericComparator, StringComparator } from './properties.ts'
import { defineRowRule } from './rule.ts'
import { refuseUnlikeFields } from './field-kinds.ts'
import { fieldsMeet } from './tolerance.ts'

/** Every value equals that of another field in the same row. */
export default defineRowRule({
  type: 'equalToField',
  title: 'Equal To Field',
  description:
    'Every value equals the value of the other field in the same row, within the tolerance for its type. A row with NULL in either field passes; a Date beside a Timestamp counts as its midnight. A whole number beside a fraction is compared as the datastore does it, which beyond 2^53 may round.',
  scope: 'single',
  accepts: scalarTypes,
  properties: Type.Object(
    {
      field_name: FieldName,
      inclusive: optional(
        Type.Boolean({
          description: 'Whether a difference of exactly the tolerance still counts as equal (default true).',
        }),
      ),
      numeric_comparator: optional(NumericComparator),
      duration_comparator: optional(DurationComparator),
      string_comparator: optional(StringComparator),
    },
    { additionalProperties: false },
  ),
  field_properties: ['field_name'],
  filterable: true,
  supports_coverage: true,
  weight: 2,
  feeds: 'precision',
  validate({ field, properties: { field_name }, named }) {
    refuseUnlikeFields(field, named(field_name, 'field_name'))
  },
  failing: ({ field, properties, named }) =>
    not(
      fieldsMeet(field, named(properties.field_name, 'field_name'), properties, properties.inclusive ?? true),
    ),
  says: ({ properties: { field_name } }) => ({
    record: `is not equal to the value of \`${field_name}\``,
    shape: `are not equal to the value of \`${field_name}\``,
  }),
  examples: [
    {
      shows: 'texts are equal to the last blank; a NULL on either side passes',
      columns: { billing: 'String', shipping: 'String' },
      rows: [
        ['Elm 1', 'Elm 1'],
        ['Elm 1', 'Elm  1'],
        ['', ' '],
        ['Elm 1', null],
        [null, ''],
      ],
      given: { fields: ['billing'], properties: { field_name: 'shipping' } },
      failing: [1, 2],
    },
    {
      shows: 'white space may be left aside, letter case never',
      columns: { billing: 'String', shipping: 'String' },
      rows: [
        [' Elm\t1', 'Elm 1\n'],
        ['Elm1', 'Elm 1'],
        ['ELM 1', 'Elm 1'],
        [' ', ''],
      ],
      given: {
        fields: ['billing'],
        properties: { field_name: 'shipping', string_comparator: { ignore_whitespace: true } },
      },
      failing: [1, 2],
    },
    {
      shows: 'an absolute tolerance, met exactly',
      columns: { counted: 'Fractional', booked: 'Fractional' },
      rows: [
        [10.05, 10],
        [10, 10.05],
        [10, 10.06],
        [null, 1],
      ],
      given: {
        fields: ['counted'],
        properties: { field_name: 'booked', numeric_comparator: { epsilon: 0.05, as_absolute: true } },
      },
      failing: [2],
    },
    {
      shows: 'ten percent of the judged value',
      columns: { target: 'Integral', actual: 'Integral' },
      rows: [
        [120, 132],
        [200, 180],
        [180, 200],
        [0, 0],
        [0, 1],
      ],
      given: {
        fields: ['target'],
        properties: { field_name: 'actual', numeric_comparator: { epsilon: 10, as_absolute: false } },
      },
      failing: [2, 4],
    },
    {
      shows: 'ten percent of the greatest and of the smallest numbers that there are',
      columns: { measured: 'Fractional', wanted: 'Fractional' },
      rows: [
        [1e308, 0.95e308],
        [1e308, 0.85e308],
        [1.7e308, -1.7e308],
        [1.7e308, 5e-324],
        [5e-324, 1.7e308],
        [5e-324, 5e-324],
        [1e-300, 1.05e-300],
        [1e-300, 1.2e-300],
        [1e307, 1.05e307],
        [null, 1e308],
      ],
      given: {
        fields: ['measured'],
        properties: { field_name: 'wanted', numeric_comparator: { epsilon: 10, as_absolute: false } },
      },
      failing: [1, 2, 3, 4, 7],
    },
    {
      shows: 'a difference beyond what floating numbers hold, and half of it',
      columns: { measured: 'Fractional', wanted: 'Fractional' },
      rows: [
        [1.7e308, -1.7e308],
        [1.7e308, 0.2e308],
        [1.7e308, 1.6e308],
        [5e-324, 1e-323],
      ],
      given: {
        fields: ['measured'],
        properties: { field_name: 'wanted', numeric_comparator: { epsilon: 1e308 } },
      },
      failing: [0, 1],
    },
    {
      shows: 'whole numbers are exact beyond 2^53',
      columns: { id: 'Integral', copy: 'Integral' },
      rows: [
        [9007199254740993n, 9007199254740993n],
        [9007199254740993n, 9007199254740992n],
      ],
      given: { fields: ['id'], properties: { field_name: 'copy' } },
      failing: [1],
    },
    {
      shows: 'times up to a second apart, the full second excluded',
      columns: { sent: 'Timestamp', received: 'Timestamp' },
      rows: [
        ['2024-02-29 23:59:59.500', '2024-03-01 00:00:00'],
        ['2024-02-29 23:59:59', '2024-03-01 00:00:00'],
      ],
      given: {
        fields: ['sent'],
        properties: { field_name: 'received', inclusive: false, duration_comparator: { millis: 1000 } },
      },
      failing: [1],
    },
    {
      shows: 'true and false',
      columns: { paid: 'Boolean', settled: 'Boolean' },
      rows: [
        [true, true],
        [true, false],
        [false, null],
      ],
      given: { fields: ['paid'], properties: { field_name: 'settled' } },
      failing: [1],
    },
  ],
})
