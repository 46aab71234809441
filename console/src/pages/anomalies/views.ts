import type { Endpoints } from '../../api/api.generated.ts'
import { bands } from '../../kit/severity.tsx'
import type { Members } from '../../shell/search.ts'
import type { ValueFilter } from '../../sources/list-filters.tsx'

type Query = Endpoints['GET /api/anomalies']['query']

/** What the inbox can show, the first by default: which anomalies, by the query of the API. */
export const views: Record<string, { word: string; query: Query }> = {
  open: { word: 'Open', query: {} },
  mine: { word: 'Mine', query: { assignee: ['me'] } },
  unassigned: { word: 'Unassigned', query: { assignee: ['none'] } },
  archived: { word: 'Archived', query: { archived: 'only' } },
}

/** The order of the inbox, the first by default. */
export const orders: Record<string, { word: string; query: Query }> = {
  weight: { word: 'heaviest first', query: { sort_weight: 'desc' } },
  newest: { word: 'newest first', query: { sort_created: 'desc' } },
  again: { word: 'last found first', query: { sort_last_detected: 'desc' } },
  records: { word: 'most rows first', query: { sort_records: 'desc' } },
}

/** Which anomalies: from which weight on. */
export const weights: ValueFilter = {
  member: 'min_weight',
  label: 'Weight',
  values: [
    ['', 'any'],
    ...bands.toReversed().map(([least, word]) => [String(least), `${word} or more: from ${least}`] as const),
  ],
}

/** Whether filters leave something out. */
export function isNarrowed(filters: Query): boolean {
  return Object.values(filters).some((value) => !Array.isArray(value) || value.length > 0)
}

/** The filters that an address of the inbox holds, as the API takes them. */
export function filtersOf(address: Members): Query {
  const ids = (member: string) => address.all(member).map(Number).filter(Number.isSafeInteger)
  const search = address.one('search')
  const weight = Number(address.one('min_weight') ?? Number.NaN)
  return {
    ...(search !== undefined && { search }),
    ...(Number.isSafeInteger(weight) && { min_weight: weight }),
    datastore: ids('datastore'),
    container: ids('container'),
    quality_check: ids('quality_check'),
    tag: address.all('tag'),
    rule_type: address.all('rule_type'),
  }
}

/** What an address of the inbox asks for: the anomalies, and how they are ordered. */
export function wantedOf(address: Members): { view: string; order: string; found: Query; query: Query } {
  const view = address.one('view') ?? 'open'
  const order = address.one('order') ?? 'weight'
  const found = { ...filtersOf(address), ...views[view]?.query }
  return { view, order, found, query: { ...found, ...orders[order]?.query } }
}
