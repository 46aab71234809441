import { call, column, not, text } from '../sql/build.ts'
import { noProperties, type RowRule } from './rule.ts'

type Shared =
  | 'scope'
  | 'accepts'
  | 'filterable'
  | 'supports_coverage'
  | 'weight'
  | 'feeds'
  | 'failing'
  | 'says'

/** What the rules share that look for something in every text. `what` names it in messages, behind "contain". */
export const textHolding = (
  pattern: string,
  what: string,
): Pick<RowRule, Shared> & { properties: typeof noProperties } => ({
  scope: 'single',
  accepts: ['String'],
  properties: noProperties,
  filterable: true,
  supports_coverage: true,
  weight: 2,
  feeds: 'conformity',
  failing: ({ field }) => not(call('matches', column(field), text(pattern))),
  says: () => ({ record: `does not contain ${what}`, shape: `do not contain ${what}` }),
})
