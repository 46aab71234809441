import { defineInference } from './inference.ts'
import { ageBound } from './thresholds.ts'

const hourMs = 3_600_000

/** The age of a container that is modified again and again. */
export default defineInference({
  name: 'freshness',
  rule_type: 'freshness',
  level: 1,
  description:
    'A container that was seen modified three times is modified again within twice the longest time between. Every measurement moves the bound.',
  shows_values: false,
  may_have_exceptions: false,
  propose({ container, modifications }) {
    const value = ageBound(modifications)
    if (value === null) return []
    const hours = Number((value / 2 / hourMs).toPrecision(2))
    return [
      {
        fields: [],
        trial: { value },
        because: `"${container}" was modified ${modifications.length} times as far as measured, at most ${hours} h apart`,
        description: `"${container}" is modified at least every ${Number((value / hourMs).toPrecision(2))} h`,
      },
    ]
  },
})
