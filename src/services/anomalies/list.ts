import type { Context } from '../../access/context.ts'
import { visibleDatastoreIds } from '../../access/visible.ts'
import { toPage, type PageRequest } from '../../kernel/page.ts'
import {
  countAnomalies,
  findAnomalies,
  type AnomalyFilter,
  type AnomalyOrder,
} from '../../store/anomaly-list.ts'
import type { AnomalyFacet, Facets } from '../../model/facet.ts'
import { presentAnomalies } from './present.ts'

/** The filters of lists: people are asked for by their ids, `me`, and `none` for nobody. */
export type AnomalyQuery = Omit<AnomalyFilter, 'assignee'> & { assignee?: string[] }

/** The filters as the state takes them: people by their ids, null for nobody. */
export function filterOf({ principal }: Context, { assignee, ...filter }: AnomalyQuery): AnomalyFilter {
  if (!assignee) return filter
  const idOf = (name: string) => (name === 'me' ? principal.user_id : Number(name))
  return { ...filter, assignee: assignee.map((name) => (name === 'none' ? null : idOf(name))) }
}

/** Anomalies of the datastores that the caller may see, newest first unless sorted otherwise. */
export async function listAnomalies(
  context: Context,
  query: AnomalyQuery & AnomalyOrder,
  request: PageRequest,
) {
  const { database } = context.store
  const filter = filterOf(context, query)
  const { total, ids } = await findAnomalies(database, await visibleDatastoreIds(context), filter, request)
  return toPage(await presentAnomalies(context, ids), total, request)
}

/** Member: how many of them there are by each of these. */
export async function countAnomalyFacets(
  context: Context,
  names: readonly AnomalyFacet[],
  query: AnomalyQuery,
): Promise<Facets> {
  const visible = await visibleDatastoreIds(context)
  return countAnomalies(context.store.database, visible, filterOf(context, query), names)
}
