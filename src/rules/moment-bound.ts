import { Type, type Static } from 'typebox'
import { atLeast, atMost, column } from '../sql/build.ts'
import { momentFor } from './literals.ts'
import { Moment } from './properties.ts'
import type { RowRule } from './rule.ts'

const Properties = Type.Object({ datetime: Moment }, { additionalProperties: false })

type Shared = 'scope' | 'accepts' | 'filterable' | 'supports_coverage' | 'weight' | 'feeds'
type Judged = 'validate' | 'failing' | 'says'

/** What the rules share that hold dates and times to one bound, which itself fails. `side`: where values must lie. */
export function momentBound(side: 'later' | 'earlier'): Pick<
  RowRule<Static<typeof Properties>>,
  Shared | Judged | 'description'
> & {
  properties: typeof Properties
} {
  const atOrBeyond = side === 'later' ? atMost : atLeast
  return {
    description: `Every value is ${side} than the given date or time, which itself fails. NULL passes. A Date field is compared by days.`,
    scope: 'single',
    accepts: ['Date', 'Timestamp'],
    properties: Properties,
    filterable: true,
    supports_coverage: true,
    weight: 1,
    feeds: 'precision',
    validate({ field, properties: { datetime } }) {
      momentFor(field, datetime, 'datetime')
    },
    failing: ({ field, properties: { datetime } }) =>
      atOrBeyond(column(field), momentFor(field, datetime, 'datetime')),
    says: ({ properties: { datetime } }) => ({
      record: `is not ${side} than ${datetime}`,
      shape: `are not ${side} than ${datetime}`,
    }),
  }
}
