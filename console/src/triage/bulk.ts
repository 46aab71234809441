import { useQuery } from '@tanstack/react-query'
import type { Anomaly, BulkAnomalyChange, BulkAnomalyResult, Endpoints } from '../api/api.generated.ts'
import { outdate } from '../api/answers.ts'
import { ask } from '../api/ask.ts'
import type { Refusal } from '../api/refusal.ts'
import { tell } from '../kit/toasts.tsx'
import { counted } from '../words/numbers.ts'

type Query = Endpoints['GET /api/anomalies']['query']

/** Anomalies that the service changes at once. */
export const mostAtOnce = 5000
const pageSize = 1000

/** The anomalies that a list shows, as they are now; a change of them then means these and no others. */
export async function gather(query: Query, signal: AbortSignal): Promise<Anomaly[]> {
  const all: Anomaly[] = []
  for (let page = 1; ; page += 1) {
    const { items, pages } = await ask(
      'GET /api/anomalies',
      { query: { ...query, page, size: pageSize } },
      { signal },
    )
    all.push(...items)
    if (page >= pages || all.length >= mostAtOnce) return all
  }
}

/** What a change of these would do, as the service says by trying it and keeping nothing; not asked while there is no change. */
export function usePlan(anomalies: readonly Anomaly[] | undefined, change: BulkAnomalyChange) {
  const ids = anomalies?.map(({ id }) => id) ?? []
  return useQuery<BulkAnomalyResult, Refusal>({
    queryKey: ['plan of anomalies', ids, change],
    queryFn: ({ signal }) =>
      ask('POST /api/anomalies/bulk', { body: { ids, change, dry_run: true } }, { signal }),
    enabled: ids.length > 0 && Object.keys(change).length > 0,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
}

/** Changes them, says how many were changed, and offers to undo that. Throws what the service refuses as a whole. */
export async function carryOut(anomalies: readonly Anomaly[], change: BulkAnomalyChange): Promise<void> {
  const put = (ids: number[], change: BulkAnomalyChange) =>
    ask('POST /api/anomalies/bulk', { body: { ids, change } })
  try {
    const { changed, refused } = await put(
      anomalies.map(({ id }) => id),
      change,
    )
    const kept = new Set(refused.map(({ id }) => id))
    const former = formerly(
      anomalies.filter(({ id }) => !kept.has(id)),
      change,
    )
    const undo = async () => {
      try {
        for (const { ids, change } of former) await put(ids, change)
        tell(`${counted(changed, 'anomaly is', 'anomalies are')} as before.`)
      } catch (error) {
        tell(error instanceof Error ? error.message : 'It was not undone.')
      } finally {
        await refresh()
      }
    }
    const rest = refused.length === 0 ? '' : ` ${counted(refused.length, 'stays', 'stay')} as before.`
    tell(
      `${counted(changed, 'anomaly', 'anomalies')} changed.${rest}`,
      changed === 0 ? null : () => void undo(),
    )
  } finally {
    await refresh()
  }
}

/** What gives them back what the change takes, together where it was the same. */
function formerly(anomalies: readonly Anomaly[], { status, assignee_ids }: BulkAnomalyChange) {
  const groups = Map.groupBy(anomalies, (one) =>
    JSON.stringify({
      ...(status !== undefined && { status: one.status }),
      ...(assignee_ids !== undefined && { assignee_ids: one.assignees.map(({ id }) => id) }),
    } satisfies BulkAnomalyChange),
  )
  return [...groups].map(([change, ofOne]) => ({
    ids: ofOne.map(({ id }) => id),
    change: JSON.parse(change) as BulkAnomalyChange,
  }))
}

async function refresh(): Promise<void> {
  await Promise.all([outdate('anomalies'), outdate('overview')])
}
