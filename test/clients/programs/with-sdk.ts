import { listAnomalies, listOperationContainers, readOperation, triggerOperation } from './sdk/index.ts'
import type { OperationResult, OperationRun } from './sdk/index.ts'

/** A run of every type that there is: a type that is missing, or one too many, does not compile. */
const runs: { [Type in OperationRun['type']]: Extract<OperationRun, { type: Type }> } = {
  profile: { type: 'profile', datastore_id: 1, max_records_analyzed_per_partition: 1000 },
  promote_quality_check: {
    type: 'promote_quality_check',
    datastore_id: 1,
    container_id: 1,
    destination_container_id: 2,
    dry_run: true,
  },
  promote_computed_field: {
    type: 'promote_computed_field',
    datastore_id: 1,
    container_id: 1,
    destination_container_id: 2,
    computed_field_tags: ['gold'],
  },
  promote_computed_table: { type: 'promote_computed_table', datastore_id: 1, destination_datastore_id: 2 },
  promote_computed_file: {
    type: 'promote_computed_file',
    datastore_id: 1,
    destination_datastore_id: 2,
    source_container_mappings: [{ container_id: 1, destination_container_id: 2 }],
  },
  sync: { type: 'sync', datastore_id: 1, prune: false },
  materialize: { type: 'materialize', datastore_id: 1, container_tags: ['gold'], include_masked: false },
  export: { type: 'export', datastore_id: 1, asset_type: 'anomalies' },
  scan: { type: 'scan', datastore_id: 1, container_tags: ['nightly'], high_count_rollup_threshold: 10 },
}

/** Runs everything and tells what came of it. */
export async function runAll(): Promise<string[]> {
  const told: string[] = []
  for (const body of Object.values(runs)) {
    const { data } = await triggerOperation({ body, throwOnError: true })
    const { data: run } = await readOperation({ path: { id: data.id }, throwOnError: true })
    const result: OperationResult = run.result
    const { data: parts } = await listOperationContainers({ path: { id: run.id }, throwOnError: true })
    told.push(`${run.type} ${result} ${run.message ?? ''}`)
    for (const part of parts.items) {
      if ('container' in part)
        told.push(`${part.container.name} ${part.records_processed} ${part.open_anomaly_count}`)
      else told.push(`${part.source_entity_id} ${part.result}`)
    }
  }
  const { data: anomalies } = await listAnomalies({
    query: { status: ['Active'], archived: 'include', sort_weight: 'desc' },
    throwOnError: true,
  })
  for (const { uuid, type, failed_checks, partition_scan } of anomalies.items)
    told.push(`${uuid} ${type} ${failed_checks.length} ${partition_scan?.partition.name ?? ''}`)
  return told
}

// @ts-expect-error -- no run is of this type
void triggerOperation({ body: { type: 'paint', datastore_id: 1 } })
