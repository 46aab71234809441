import { Type } from 'typebox'
import {
  differenceProperties,
  differenceSides,
  judgeDifference,
  validateDifference,
} from './difference-properties.ts'
import { defineDifferenceRule } from './rule.ts'

/** The older form of dataDiff. */
export default defineDifferenceRule({
  type: 'isReplicaOf',
  title: 'Is Replica Of',
  description:
    'Deprecated; use dataDiff. The filtered rows hold the same values as all rows of another container: it judges as dataDiff does, and every kind of difference counts.',
  scope: 'multi',
  accepts: 'all',
  properties: Type.Object(differenceProperties, { additionalProperties: false }),
  filterable: true,
  supports_coverage: false,
  weight: 3,
  field_properties: ['id_field_names', 'passthrough_field_names'],
  references: ({ ref_container_id }) => [ref_container_id],
  validate: validateDifference,
  sides: differenceSides,
  judge: judgeDifference,
  examples: [
    {
      shows: 'the same rows in another order are a replica',
      columns: { code: 'String', sold: 'Date' },
      rows: [
        ['a', '2024-01-31'],
        ['b', null],
      ],
      given: { fields: ['code', 'sold'], properties: { ref_container_id: 1 } },
      references: {
        1: {
          columns: { code: 'String', sold: 'Date' },
          rows: [
            ['b', null],
            ['a', '2024-01-31'],
          ],
        },
      },
      fails: false,
    },
    {
      shows: 'a row that occurs twice must occur twice there; moments up to a second apart are equal',
      columns: { code: 'String', seen: 'Timestamp' },
      rows: [
        ['a', '2024-01-31 10:00:00'],
        ['a', '2024-01-31 10:00:00'],
      ],
      given: {
        fields: ['seen'],
        properties: {
          ref_container_id: 1,
          id_field_names: ['code'],
          duration_comparator: { millis: 1000 },
        },
      },
      references: {
        1: { columns: { code: 'String', seen: 'Timestamp' }, rows: [['a', '2024-01-31 10:00:01']] },
      },
      fails: { anomalous_records: 1 },
    },
  ],
})
