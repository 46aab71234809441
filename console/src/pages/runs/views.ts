import type { Endpoints, OperationType } from '../../api/api.generated.ts'
import type { Members } from '../../shell/search.ts'
import { pluralKinds } from '../../words/runs.ts'

/** The query of a list of runs. */
export type Query = NonNullable<Endpoints['GET /api/operations']['query']>

/** Which runs are listed, the first by default. */
export const views: Record<string, { word: string; query: Query }> = {
  all: { word: 'All', query: {} },
  open: { word: 'Running and waiting', query: { finished: false } },
  failed: { word: 'Not a success', query: { result: ['failure', 'partial', 'warning', 'aborted'] } },
}

/** The order of the list, the first by default. */
export const orders: Record<string, { word: string; query: Query }> = {
  newest: { word: 'newest first', query: { sort_created: 'desc' } },
  oldest: { word: 'oldest first', query: { sort_created: 'asc' } },
  longest: { word: 'longest first', query: { sort_duration: 'desc' } },
}

/** The kinds of runs that the list can be narrowed to. */
export const types: readonly (readonly [string, string])[] = [['', 'every kind'], ...pluralKinds]

/** What an address of the list asks for: which runs, and how they are ordered. */
export function wantedOf(address: Members): { view: string; order: string; filters: Query; query: Query } {
  const view = address.one('view') ?? 'all'
  const order = address.one('order') ?? 'newest'
  const type = address.one('type') ?? ''
  const filters: Query = {
    ...(types.some(([known]) => known === type && known !== '') && { operation_type: type as OperationType }),
    datastore: address.all('datastore').map(Number).filter(Number.isSafeInteger),
    ...given(address.one('start_date'), 'start_date'),
    ...given(address.one('end_date'), 'end_date'),
  }
  return { view, order, filters, query: { ...filters, ...views[view]?.query, ...orders[order]?.query } }
}

function given(date: string | undefined, member: 'start_date' | 'end_date'): Query {
  return date === undefined ? {} : { [member]: date }
}
