import { partitionSizeBound } from './partition-size-bound.ts'
import { defineSizeRule } from './rule.ts'

/** No partition is larger than the given number of rows. */
export default defineSizeRule({
  ...partitionSizeBound('more'),
  type: 'maxPartitionSize',
  title: 'Max Partition Size',
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
