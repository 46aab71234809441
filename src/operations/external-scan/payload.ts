import { Type, type Static } from 'typebox'
import type { Context } from '../../access/context.ts'
import { containerNames, runName, workedOn } from '../../runs/members.ts'
import { defaultsOfDatastore } from '../../runs/datastore-defaults.ts'

/** The members that the verb gives, which has checked them; they read as those of a scan. */
export const payload = Type.Object({
  datastore_id: workedOn,
  name: runName,
  container_names: containerNames,
})

/** An external scan as it is stored. */
export type ExternalScanPayload = Awaited<ReturnType<typeof acceptExternalScan>>

/** Fills in the defaults of the datastore. */
export async function acceptExternalScan({ store }: Context, wanted: Static<typeof payload>) {
  const { enrichment_source_record_limit, high_count_rollup_threshold } = await defaultsOfDatastore(
    store.database,
    wanted.datastore_id,
  )
  return {
    ...wanted,
    container_names: wanted.container_names ?? [],
    container_tags: [],
    enrichment_source_record_limit,
    high_count_rollup_threshold,
  }
}

/** The payload as answers show it: with the members of a scan that reads everything and resolves nothing. */
export function echoExternalScan(
  stored: Static<typeof payload> & Partial<ExternalScanPayload>,
): Record<string, unknown> {
  return {
    name: stored.name ?? null,
    container_names: stored.container_names,
    container_ids: null,
    container_tags: [],
    remediation: 'none',
    incremental: false,
    auto_resolve_passed_anomalies: false,
    max_records_analyzed_per_partition: -1,
    high_count_rollup_threshold: stored.high_count_rollup_threshold,
    enrichment_source_record_limit: stored.enrichment_source_record_limit,
  }
}
