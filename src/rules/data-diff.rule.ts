import { Type } from 'typebox'
import { optional } from '../model/wire.ts'
import {
  differenceProperties,
  differenceSides,
  judgeDifference,
  validateDifference,
} from './difference-properties.ts'
import { defineDifferenceRule, differenceTypes } from './rule.ts'

/** The rows are those of another container. */
export default defineDifferenceRule({
  type: 'dataDiff',
  title: 'Data Diff',
  description:
    'The filtered rows hold the same values as all rows of another container, in the same datastore or in any other: fields are paired by name, and NULL equals NULL. A row is `removed` when only this container has it, `added` when only the other one has it, and `changed` when both have it under the same id with other values. Rows that occur several times must occur as often there; with a numeric or duration comparator and no ids it is enough that an equal row exists.',
  scope: 'multi',
  accepts: 'all',
  properties: Type.Object(
    {
      ...differenceProperties,
      diff_change_types: optional(
        Type.Array(Type.Enum(differenceTypes), {
          maxItems: 10,
          description: 'The differences that count (default: all).',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  filterable: true,
  supports_coverage: false,
  weight: 3,
  feeds: 'conformity',
  field_properties: ['id_field_names', 'passthrough_field_names'],
  references: ({ ref_container_id }) => [ref_container_id],
  validate: validateDifference,
  sides: differenceSides,
  judge: judgeDifference,
  examples: [
    {
      shows: 'without ids a changed row is one removed and one added; NULL equals NULL, and 1 equals 1.0',
      columns: { id: 'Integral', name: 'String' },
      rows: [
        [1, 'Ann'],
        [2, 'Bob'],
        [3, null],
      ],
      given: { fields: ['id', 'name'], properties: { ref_container_id: 1 } },
      references: {
        1: {
          columns: { id: 'Fractional', name: 'String' },
          rows: [
            [1, 'Ann'],
            [2, 'Rob'],
            [3, null],
          ],
        },
      },
      fails: { anomalous_records: 2 },
    },
    {
      shows: 'rows are paired by their id; amounts up to 0.1 apart are equal',
      columns: { id: 'Integral', amount: 'Fractional' },
      rows: [
        [1, 1.1],
        [2, 5],
        [3, 7],
      ],
      given: {
        fields: ['amount'],
        properties: {
          ref_container_id: 1,
          id_field_names: ['id'],
          numeric_comparator: { epsilon: 0.1 },
        },
      },
      references: {
        1: {
          columns: { id: 'Integral', amount: 'Fractional' },
          rows: [
            [1, 1],
            [2, 5.5],
            [4, 7],
          ],
        },
      },
      fails: { anomalous_records: 3 },
    },
    {
      shows: 'only what changed counts, among the rows that pass the filter',
      columns: { id: 'Integral', name: 'String', active: 'Integral' },
      rows: [
        [1, ' Ann  Lee', 1],
        [2, 'Bob', 1],
        [3, 'Cid', 0],
      ],
      given: {
        fields: ['name'],
        filter: 'active = 1',
        properties: {
          ref_container_id: 1,
          id_field_names: ['id'],
          passthrough_field_names: ['active'],
          diff_change_types: ['changed'],
          string_comparator: { ignore_whitespace: true },
        },
      },
      references: {
        1: {
          columns: { id: 'Integral', name: 'String' },
          rows: [
            [1, 'Ann Lee'],
            [3, 'Sid'],
          ],
        },
      },
      fails: false,
    },
  ],
})
