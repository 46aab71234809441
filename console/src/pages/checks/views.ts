import type { Endpoints } from '../../api/api.generated.ts'
import type { Members, Search } from '../../shell/search.ts'

/** The query of a list of checks. */
export type Query = NonNullable<Endpoints['GET /api/quality-checks']['query']>

/** Views of the list, and what each asks for. */
export const views = {
  active: { status: ['Active'] },
  draft: { status: ['Draft'] },
  archived: { archived: 'only' },
} satisfies Record<string, Query>

/** One of the views of the list. */
export type View = keyof typeof views

/** The order of the list, the first by default. */
export const orders: Record<string, { word: string; query: Query }> = {
  made: { word: 'as they were made', query: {} },
  newest: { word: 'newest first', query: { sort_created: 'desc' } },
  open: { word: 'most open anomalies first', query: { sort_open_anomalies: 'desc' } },
  judged: { word: 'judged last first', query: { sort_last_asserted: 'desc' } },
  name: { word: 'by name', query: { sort_description: 'asc' } },
}

/** Members of the address that narrow the list, beside its view. */
const narrowing = ['search', 'last_result', 'rule_type', 'datastore', 'tag', 'container', 'field']

/** What an address of the list asks for: which checks, by what it is narrowed, and how they are ordered. */
export function wantedOf({ one, all }: Members): {
  view: View
  order: string
  narrowed: Search
  wanted: Query
  /** All of it, with how each check was judged. */
  query: Query
} {
  const order = one('order') ?? 'made'
  const view = (Object.keys(views) as View[]).find((key) => key === one('view')) ?? 'active'
  const narrowed: Search = Object.fromEntries(
    narrowing.flatMap((member) => (all(member).length === 0 ? [] : [[member, all(member)]])),
  )
  const wanted = { ...narrowed, search: one('search') } as Query
  const query: Query = { ...wanted, ...views[view], ...orders[order]?.query, include: ['recent_results'] }
  return { view, order, narrowed, wanted, query }
}
