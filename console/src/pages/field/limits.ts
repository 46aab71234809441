import type { Field, QualityCheck } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import type { Limit } from '../../profiles/histogram.tsx'

/** Rules that bound numbers, and the properties that are their bounds; those without one bound them by 0. */
const bounds: Readonly<Record<string, readonly string[]>> = {
  between: ['min', 'max'],
  minValue: ['value'],
  maxValue: ['value'],
  greaterThan: ['value'],
  lessThan: ['value'],
  notNegative: [],
  positive: [],
}

/** The bounds that active checks set on the numbers of a field, those of a hundred checks at most: more lines could not be told apart. */
export function useLimits({ name, container }: Field): Limit[] {
  const { data } = useAnswer('GET /api/quality-checks', {
    query: {
      container: [container.id],
      field: [name],
      status: ['Active'],
      rule_type: Object.keys(bounds),
      size: 100,
    },
  })
  // Templates are listed only where they are asked for.
  return ((data?.items ?? []) as QualityCheck[]).flatMap(limitsOf)
}

function limitsOf({ description, rule_type, properties }: QualityCheck): Limit[] {
  const names = bounds[rule_type] ?? []
  if (names.length === 0) return [{ name: `${description} (0)`, at: 0 }]
  return names.flatMap((name) => {
    const at: unknown = properties[name]
    return typeof at === 'number' ? [{ name: `${description} (${at})`, at }] : []
  })
}
