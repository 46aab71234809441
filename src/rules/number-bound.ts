import { Type, type Static } from 'typebox'
import { optional } from '../model/wire.ts'
import { above, atLeast, atMost, below, column } from '../sql/build.ts'
import { numeral } from './literals.ts'
import { Numeral } from './properties.ts'
import type { RowRule } from './rule.ts'

const propertiesOf = (passes: boolean) =>
  Type.Object(
    {
      value: Numeral('The bound.'),
      inclusive: optional(
        Type.Boolean({ description: `Whether the bound itself passes (default ${passes}).` }),
      ),
    },
    { additionalProperties: false },
  )

type Properties = ReturnType<typeof propertiesOf>
type Shared = 'scope' | 'accepts' | 'filterable' | 'supports_coverage' | 'weight' | 'feeds'
type Judged = 'validate' | 'failing' | 'says'

/**
 * What the rules share that hold numbers to one bound. `side`: where values must lie. `passes`: whether the bound itself does, where a
 * check says nothing of it.
 */
export function numberBound(
  side: 'greater' | 'less',
  passes: boolean,
): Pick<RowRule<Static<Properties>>, Shared | Judged> & { properties: Properties } {
  const [beyond, atOrBeyond] = side === 'greater' ? [below, atMost] : [above, atLeast]
  return {
    scope: 'single',
    accepts: ['Integral', 'Fractional'],
    properties: propertiesOf(passes),
    filterable: true,
    supports_coverage: true,
    weight: 1,
    feeds: 'precision',
    validate: ({ properties: { value } }) => void numeral(value),
    failing: ({ field, properties: { value, inclusive } }) =>
      ((inclusive ?? passes) ? beyond : atOrBeyond)(column(field), numeral(value)),
    says({ properties: { value, inclusive } }) {
      const bound = `${side} than ${(inclusive ?? passes) ? 'or equal to ' : ''}${value}`
      return { record: `is not ${bound}`, shape: `are not ${bound}` }
    },
  }
}
