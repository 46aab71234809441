import type { AnomalyFacet, Endpoints } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { useAddress } from '../../shell/search.ts'
import type { Groups } from '../../tables/grouped-list.ts'

type Query = Endpoints['GET /api/anomalies']['query']

/** By what the inbox can be grouped, each the name of a filter of the list. */
export const groupings = {
  container: 'by table or file',
  quality_check: 'by check',
  datastore: 'by datastore',
} as const satisfies Partial<Record<AnomalyFacet & keyof Query, string>>

/** A way in which the inbox can be grouped. */
export type Grouping = keyof typeof groupings

/** How the address has it grouped; null: not at all. */
export function groupingOf(word: string | undefined): Grouping | null {
  return word !== undefined && Object.hasOwn(groupings, word) ? (word as Grouping) : null
}

/** The most groups that the service tells of. */
export const mostGroups = 100

/**
 * The groups of the anomalies that a query finds, those with most of them first; which are open stands in the address. `by` null: it is
 * not grouped. An anomaly that fails several checks is in the group of each.
 */
export function useGroups(
  by: Grouping | null,
  filters: Query,
  order: Query | undefined,
): Groups<Query> & { by: Grouping | null } {
  const address = useAddress()
  const { data, error, refetch } = useAnswer(
    'GET /api/anomalies/facets',
    { query: { ...filters, facet: by === null ? [] : [by] } },
    { enabled: by !== null, keep: true },
  )
  const open = new Set(address.all('open'))
  const values = by === null ? undefined : data?.[by]
  // The service counts the values of a filter beside those that it has.
  const wanted = new Set((by === null ? [] : (filters?.[by] ?? [])).map(String))
  return {
    by,
    error,
    again: () => void refetch(),
    all:
      values
        ?.filter(({ value }) => wanted.size === 0 || wanted.has(value))
        .map(({ value, label, count }) => ({
          label,
          count,
          isOpen: open.has(value),
          toggle() {
            const next = new Set(open)
            if (!next.delete(value)) next.add(value)
            address.change({ open: [...next] }, { replace: true })
          },
          query: { ...filters, ...order, [by as Grouping]: [Number(value)] },
          alone: address.with({ [by as Grouping]: value, group: undefined, open: undefined }),
        })) ?? null,
  }
}
