import { Type, type Static } from 'typebox'
import type { SizeRule } from './rule.ts'

const Properties = Type.Object(
  { value: Type.Integer({ minimum: 0, description: 'Number of rows.' }) },
  { additionalProperties: false },
)

type Shared = 'scope' | 'accepts' | 'filterable' | 'supports_coverage' | 'weight' | 'feeds'

/** What the rules share that hold the rows of each partition to one bound. `fails`: the partitions that fail, beside the number that is given. */
export function partitionSizeBound(fails: 'more' | 'fewer'): Pick<
  SizeRule<Static<typeof Properties>>,
  Shared | 'description' | 'judge'
> & {
  properties: typeof Properties
} {
  const most = fails === 'more'
  return {
    description: `${most ? 'At most' : 'At least'} the given number of rows is loaded from each partition. Every row counts, whatever it holds. A coverage is accepted and has no meaning for one number.`,
    scope: 'none',
    accepts: 'all',
    properties: Properties,
    filterable: false,
    supports_coverage: true,
    weight: 2,
    feeds: 'volumetrics',
    judge: (rows, partition, { container, properties: { value } }) => ({
      failed: most ? rows > value : rows < value,
      anomalous_records: null,
      says: `In \`${container}\`, ${rows} records were loaded from the partition \`${partition}\`, ${fails} than ${value}.`,
    }),
  }
}
