import type { RunFacts } from '../../channels/run-facts.ts'
import type { ExecutionRow } from '../../store/flows/executions.ts'
import { runFacts, writtenPlace } from '../../store/flows/run-facts.ts'
import { sourcesEnrichedBy } from '../../store/enrichment.ts'
import type { Queryable } from '../../store/pool.ts'
import { materializedTable, type ResultTableName } from '../enrichment/table-names.ts'
import { reachOf } from './owner.ts'

/** What scans and exports write, after the prefix. Tables of failing rows are left out: only some scans write them. */
const written: Record<string, readonly ResultTableName[]> = {
  scan: ['check_metrics', 'failed_checks', 'source_records', 'scan_operations'],
  anomalies: ['anomalies_export'],
  checks: ['checks_export'],
  profiles: ['field_profiles_export'],
}

/** The run of the execution as its owner may know it; nothing when it was deleted. */
export async function lineageFacts(
  database: Queryable,
  {
    operation_id,
    trigger_type,
    event_time,
  }: Pick<ExecutionRow, 'operation_id' | 'trigger_type' | 'event_time'>,
  ownerId: number,
): Promise<{ run?: RunFacts }> {
  if (operation_id === null) return {}
  const phase = trigger_type === 'operation_start' ? 'start' : 'end'
  const run = await runFacts(database, operation_id, phase, event_time)
  if (!run) return {}
  return { run: { ...run, outputs: phase === 'end' ? await outputsOf(database, operation_id, ownerId) : [] } }
}

async function outputsOf(
  database: Queryable,
  operationId: number,
  ownerId: number,
): Promise<RunFacts['outputs']> {
  const found = await writtenPlace(database, operationId)
  if (!found) return []
  const { type, asset_type, source_datastore_id, enrichment_datastore_id, prefix, containers, ...place } =
    found
  if (!(await reachOf(database, ownerId)).sees(enrichment_datastore_id)) return []
  const at = (name: string) => ({ ...place, name })
  if (type !== 'materialize')
    return (written[asset_type ?? type] ?? []).map((table) => at(`${prefix}_${table}`))
  const sources = await sourcesEnrichedBy(database, enrichment_datastore_id)
  const all = sources.find(({ id }) => id === source_datastore_id)?.containers ?? []
  return containers.map((container) => at(materializedTable(prefix, container, all)))
}
