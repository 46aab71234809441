import type { components, paths } from './types.ts'

type Run = components['schemas']['OperationRun']
type Answer = paths['/api/operations/run']['post']['responses'][200]['content']['application/json']

/** A run of every type that there is: a type that is missing, or one too many, does not compile. */
export const runs: { [Type in Run['type']]: Extract<Run, { type: Type }> } = {
  sync: { type: 'sync', datastore_id: 1, include: ['table'], prune: true },
  profile: { type: 'profile', datastore_id: 1, container_names: ['orders'], ai_effort: 'off' },
  materialize: { type: 'materialize', datastore_id: 1, max_records_per_partition: 100 },
  export: { type: 'export', datastore_id: 1, asset_type: 'checks', include_deleted: true },
  promote_quality_check: {
    type: 'promote_quality_check',
    datastore_id: 1,
    container_id: 1,
    destination_container_id: 2,
    check_tags: ['gold'],
    as_draft: false,
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
  scan: {
    type: 'scan',
    datastore_id: 1,
    container_names: ['orders'],
    incremental: false,
    remediation: 'append',
    check_categories: ['metadata'],
    check_variables: { day: '2026-01-01', limit: 3 },
  },
}

/** What a program reads of an answer. */
export function tell({ id, type, result, status, datastore, container_scans }: Answer): string {
  const found = (container_scans ?? []).map(
    ({ container, anomaly_count }) => `${container.name}: ${anomaly_count}`,
  )
  const records: number | undefined = status['records_processed']
  return `${type} ${id} of ${datastore.name} (${datastore.store_type ?? 'unknown'}) is ${result}: ${records ?? 0}; ${found.join()}`
}

// @ts-expect-error -- no run is of this type
export const unknown: Run = { type: 'paint', datastore_id: 1 }
// @ts-expect-error -- a sync takes no names of containers
export const mixed: Run = { type: 'sync', datastore_id: 1, container_names: ['orders'] }
