import type { Context } from '../../access/context.ts'
import { visibleDatastoreIds } from '../../access/visible.ts'
import { toPage, type PageRequest } from '../../kernel/page.ts'
import { findAnomalies, type AnomalyFilter } from '../../store/anomaly-list.ts'
import { presentAnomalies } from './present.ts'

/** Anomalies of the datastores that the caller may see, newest first unless sorted otherwise. */
export async function listAnomalies(context: Context, filter: AnomalyFilter, request: PageRequest) {
  const { database } = context.store
  const { total, ids } = await findAnomalies(database, await visibleDatastoreIds(context), filter, request)
  return toPage(await presentAnomalies(context, ids), total, request)
}
