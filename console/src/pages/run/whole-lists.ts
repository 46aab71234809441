import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Anomaly, CheckResult, Operation, OperationContainer } from '../../api/api.generated.ts'
import { keyOf } from '../../api/answers.ts'
import { ask } from '../../api/ask.ts'
import { gather } from '../../bulk/gather.ts'

/** Most of a kind that are read of a run to be compared. */
export const most = 5000

/** All that a list of a run has. */
export interface Whole<Thing> {
  items: Thing[]
  /** False: there are more, so that nothing can be said of what is not here. */
  isAll: boolean
}

interface Part<Thing> {
  items: Thing[]
  pages: number
}

/** What the checks concluded in a scan. */
export function useAllVerdicts({ id }: Operation): UseQueryResult<Whole<CheckResult>> {
  return useWhole(keyOf('GET /api/operations/{id}/scan-checks', { path: { id } }), (page, signal) =>
    ask('GET /api/operations/{id}/scan-checks', { path: { id }, query: page }, { signal }),
  )
}

/** What a scan did with each table or file. */
export function useAllContainers({ id }: Operation): UseQueryResult<Whole<OperationContainer>> {
  return useWhole(keyOf('GET /api/operations/{id}/containers', { path: { id } }), async (page, signal) => {
    const { items, pages } = await ask(
      'GET /api/operations/{id}/containers',
      { path: { id }, query: page },
      { signal },
    )
    // A promotion alone has others.
    return { items: items.filter((item): item is OperationContainer => 'container' in item), pages }
  })
}

/** The anomalies that a scan found or found again. */
export function useAllAnomalies({ id: operation }: Operation): UseQueryResult<Whole<Anomaly>> {
  return useWhole(keyOf('GET /api/anomalies', { query: { operation } }), (page, signal) =>
    ask('GET /api/anomalies', { query: { operation, sort_weight: 'desc', ...page } }, { signal }),
  )
}

function useWhole<Thing>(
  key: readonly unknown[],
  read: (page: { page: number; size: number }, signal: AbortSignal) => Promise<Part<Thing>>,
): UseQueryResult<Whole<Thing>> {
  return useQuery({
    queryKey: [...key, 'whole'],
    queryFn: async ({ signal }) => {
      const items = await gather(most + 1, (page) => read(page, signal))
      return { items, isAll: items.length <= most }
    },
  })
}
