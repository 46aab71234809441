import { Type } from 'typebox'
import { defineSizeRule } from './rule.ts'

/** No partition is larger than the given number of rows. */
export default defineSizeRule({
  type: 'maxPartitionSize',
  title: 'Max Partition Size',
  description:
    'At most the given number of rows is loaded from each partition. Every row counts, whatever it holds. A coverage is accepted and has no meaning for one number.',
  scope: 'none',
  accepts: 'all',
  properties: Type.Object(
    { value: Type.Integer({ minimum: 0, description: 'Number of rows.' }) },
    { additionalProperties: false },
  ),
  filterable: false,
  supports_coverage: true,
  weight: 2,
  feeds: 'volumetrics',
  judge: (rows, partition, { container, properties: { value } }) => ({
    failed: rows > value,
    anomalous_records: null,
    says: `In \`${container}\`, ${rows} records were loaded from the partition \`${partition}\`, more than ${value}.`,
  }),
  examples: [
    {
      shows: 'exactly the given number passes; rows of NULL count',
      columns: { id: 'Integral' },
      rows: [[1], [null]],
      given: { fields: [], properties: { value: 2 } },
      fails: false,
    },
    {
      shows: 'one row too many',
      columns: { id: 'Integral' },
      rows: [[1], [null]],
      given: { fields: [], properties: { value: 1 } },
      fails: { anomalous_records: null },
    },
  ],
})
