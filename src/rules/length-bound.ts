import { Type, type Static } from 'typebox'
import { above, below, call, column, number } from '../sql/build.ts'
import { elementContext } from './properties.ts'
import type { RowRule } from './rule.ts'

const Properties = Type.Object(
  { value: Type.Integer({ minimum: 0, description: 'Number of characters.' }), ...elementContext },
  { additionalProperties: false },
)

type Shared = 'scope' | 'accepts' | 'filterable' | 'supports_coverage' | 'weight' | 'feeds'

/** What the rules share that hold the length of texts to one bound. `fails`: the texts that fail, beside the length that is given. */
export function lengthBound(
  fails: 'longer' | 'shorter',
): Pick<RowRule<Static<typeof Properties>>, Shared | 'failing' | 'says'> & { properties: typeof Properties } {
  const beyond = fails === 'longer' ? above : below
  return {
    scope: 'single',
    accepts: ['String'],
    properties: Properties,
    filterable: true,
    supports_coverage: true,
    weight: 1,
    feeds: 'conformity',
    failing: ({ field, properties: { value } }) => beyond(call('length', column(field)), number(value)),
    says: ({ properties: { value } }) => ({
      record: `is ${fails} than ${value} characters`,
      shape: `are ${fails} than ${value} characters`,
    }),
  }
}
