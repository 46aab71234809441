import type { Environment } from '../../access/context.ts'
import { familyOf } from '../../engine/families/table.ts'
import type { CheckDefinition } from '../../model/check.ts'
import { rules } from '../../rules/registry.ts'
import type { ContainerScanRow } from '../../store/scans.ts'
import { givenFields } from './given-fields.ts'
import { loadScan, type LoadedScan, type ScanSettings } from './load-request.ts'

/** A container whose checks judge rows that were given. */
export interface GivenScan extends LoadedScan {
  /** Checks that such rows tell nothing about. */
  left_out: readonly CheckDefinition[]
}

/**
 * What the engine needs to judge given rows by the checks of the container, as they stood at the start: the rows are all that
 * there is, of one partition, without earlier measurements; other containers are read where they are.
 */
export async function loadGivenScan(
  environment: Environment,
  scan: ContainerScanRow,
  limits: Pick<ScanSettings, 'high_count_rollup_threshold' | 'enrichment_source_record_limit'>,
  signal: AbortSignal,
): Promise<GivenScan> {
  const settings: ScanSettings = {
    ...limits,
    incremental: false,
    greater_than_time: null,
    greater_than_batch: null,
    check_variables: {},
    max_records_analyzed_per_partition: null,
    rows_are_given: true,
  }
  const loaded = await loadScan(environment, scan, settings, signal)
  const { request } = loaded
  const { computation: _query, ...container } = request.container
  return {
    ...loaded,
    left_out: request.checks.filter((check) => !isAboutRows(check)),
    request: {
      ...request,
      container,
      known_fields: givenFields(request.known_fields, container),
      checks: request.checks.filter(isAboutRows),
      measurements: new Map(),
      last_modified: null,
      incremental_field: null,
    },
  }
}

/** False for checks of the container over time, and of the size of its partitions. */
function isAboutRows({ rule_type }: CheckDefinition): boolean {
  const rule = rules.find(rule_type)
  if (!rule) return true
  const family = familyOf(rule)
  return !family.keeps_measurements && family.judges !== 'partition'
}
