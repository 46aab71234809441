import { sql } from 'kysely'
import type { ScanRequest } from '../../engine/check.ts'
import type { CutSettings } from '../../engine/partition-range.ts'
import { RunFailure } from '../../kernel/errors.ts'
import type { CheckCategory, CheckDefinition } from '../../model/check.ts'
import type { Environment } from '../../access/context.ts'
import { rules } from '../../rules/registry.ts'
import { earlierMeasurements } from '../../store/measurements.ts'
import type { Queryable } from '../../store/pool.ts'
import type { ContainerScanRow } from '../../store/scans.ts'
import { incrementPlan, type IncrementPlan, type IncrementSettings } from './increment.ts'
import { checkWeight } from '../../services/checks/weight.ts'
import type { IdentitySettings } from './recognise-rows.ts'
import { openableReferences } from '../../services/checks/load-references.ts'

/** The settings of a scan that bear on one container, from the run's payload. */
export interface ScanSettings extends IncrementSettings {
  /** A text is SQL as it stands; numbers and truths are written as SQL writes them. */
  check_variables: Record<string, string | number | boolean>
  high_count_rollup_threshold: number
  enrichment_source_record_limit: number
  /** Null: every record. */
  max_records_analyzed_per_partition: number | null
  reactivate_recurring_anomalies?: boolean
  /** Empty: checks of both categories. */
  check_categories?: readonly CheckCategory[]
}

/** Everything that the engine needs to know about one container of a scan. */
export interface LoadedScan {
  request: ScanRequest
  increment: IncrementPlan
  /** How the container is to be cut; null for one that stays whole. */
  cut: CutSettings | null
  /** Weight that each check gives to an anomaly. */
  weights: ReadonlyMap<number, number>
  /** Whether archived anomalies that are found again are opened again. */
  reactivates: boolean
  /** By what the rows of the container are recognised when they are found again. */
  identity: IdentitySettings
}

/** Reads the container and its checks as they stood at the start of the container scan, however late this attempt is. */
export async function loadScan(
  environment: Environment,
  scan: ContainerScanRow,
  settings: ScanSettings,
  signal: AbortSignal,
): Promise<LoadedScan> {
  const { database } = environment.store
  const { container, fields } = await loadContainer(database, scan.container_id)
  const checks = (await loadChecks(database, scan)).filter(({ definition }) =>
    isWanted(settings.check_categories ?? [], definition.rule_type),
  )
  const definitions = checks.map(({ definition }) => definition)
  const { engine_memory_mb: memory_mb, scratch_folder, statement_timeout_seconds } = environment.sources
  const increment = incrementPlan(container, fields, settings)
  const masked = new Set(fields.filter((field) => field.status === 'masked').map((field) => field.name))
  return {
    increment,
    cut: cutSettings(container, masked, environment.sources.rows_per_partition),
    reactivates: settings.reactivate_recurring_anomalies ?? false,
    identity: {
      key_fields: container.key_fields ?? container.source_key_fields ?? [],
      salt: container.identity_salt,
    },
    request: {
      increment: increment.increment,
      changed_files_only: increment.files !== null,
      incremental_field: container.incremental_field_name,
      container: {
        name: container.name,
        container_type: container.container_type,
        file_options: container.file_options,
      },
      known_fields: fields.map(({ name, type, native_type, nullable }) => ({
        name,
        type,
        native_type,
        nullable,
      })),
      masked_fields: masked,
      checks: definitions,
      references: await openableReferences(environment, scan.datastore_id, definitions, signal),
      measurements: await earlierMeasurements(
        database,
        definitions.map(({ id }) => id),
        scan.id,
      ),
      last_modified: await lastModified(database, scan.container_id),
      staging: { memory_mb, scratch_folder, statement_timeout_seconds, signal },
      check_variables: sqlOf(settings.check_variables),
      rollup_threshold: settings.high_count_rollup_threshold,
      source_record_limit: settings.enrichment_source_record_limit,
      record_cap: settings.max_records_analyzed_per_partition,
      now: scan.start_time ?? scan.created,
    },
    weights: new Map(checks.map(({ definition, weight }) => [definition.id, weight])),
  }
}

/** JSON spells numbers and truths as SQL does. */
function sqlOf(variables: ScanSettings['check_variables']): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]))
}

/** Places to reckon with on a connection without a limit. */
const placesWithoutLimit = 4

/** A file is a partition already, and the names of ranges would show values of a masked field. */
function cutSettings(
  container: { container_type: string; partition_field: string | null; max_parallelization: number | null },
  masked: ReadonlySet<string>,
  rows_per_partition: number,
): CutSettings | null {
  const { container_type, partition_field: field, max_parallelization } = container
  if (field === null || container_type === 'file' || masked.has(field)) return null
  return { field, places: max_parallelization ?? placesWithoutLimit, rows_per_partition }
}

function categoryOf(ruleType: string): CheckCategory {
  const rule = rules.find(ruleType)
  return rule?.family === 'measured' && rule.measures === 'rows' ? 'metadata' : 'data_integrity'
}

function isWanted(categories: readonly CheckCategory[], ruleType: string): boolean {
  return categories.length === 0 || categories.includes(categoryOf(ruleType))
}

/** The container and its fields of the last sync; a container that is gone or cannot be read fails with the reason. */
async function loadContainer(database: Queryable, containerId: number) {
  const container = await database
    .selectFrom('containers')
    .innerJoin('datastores', 'datastores.id', 'containers.datastore_id')
    .innerJoin('connections', 'connections.id', 'datastores.connection_id')
    .select(['containers.name', 'container_type', 'file_options', 'status', 'status_reason'])
    .select(['incremental_field_name', 'incremental_checkpoint', 'partition_field', 'max_parallelization'])
    .select(['key_fields', 'source_key_fields', 'identity_salt'])
    .where('containers.id', '=', containerId)
    .executeTakeFirst()
  if (!container) throw new RunFailure('The container was deleted while the scan ran.')
  if (container.status === 'unloadable') {
    // Some reasons are the source's own words, which end as they like.
    const reason = (container.status_reason ?? 'the last sync could not read it').replace(/\.?$/, '.')
    throw new RunFailure(`It cannot be read: ${reason} Mend the source and run a sync.`)
  }
  const fields = await database
    .selectFrom('fields')
    .select(['name', 'type', 'native_type', 'nullable', 'status'])
    .where('container_id', '=', containerId)
    .where('status', '<>', 'missing')
    .orderBy('ordinal')
    .execute()
  return { container, fields }
}

/** The checks that were Active when the container scan started, in the wording they had then. */
async function loadChecks(
  database: Queryable,
  scan: ContainerScanRow,
): Promise<{ definition: CheckDefinition; weight: number }[]> {
  const { rows } = await sql<{
    id: number
    definition: Omit<CheckDefinition, 'id'>
    inferred: boolean
    modifiers: number
  }>`
    select quality_checks.id, quality_check_versions.definition, quality_checks.inferred,
           coalesce((select sum(global_tags.weight_modifier) from tag_links join global_tags on global_tags.id = tag_links.tag_id
                     where tag_links.quality_check_id = quality_checks.id or tag_links.container_id = quality_checks.container_id), 0)::int as modifiers
    from quality_checks
    join quality_check_versions on quality_check_versions.quality_check_id = quality_checks.id
    where quality_check_versions.id = any(${scan.check_versions ?? []}::bigint[])
    order by quality_checks.id`.execute(database)
  return rows.map(({ id, definition, inferred, modifiers }) => ({
    definition: { ...definition, id },
    weight: checkWeight({
      rule_weight: rules.find(definition.rule_type)?.weight ?? 1,
      inferred,
      has_anomalies: true,
      tag_modifiers: modifiers,
    }),
  }))
}

/** The newest modification of a partition at the last sync; null where the store does not tell. */
async function lastModified(database: Queryable, containerId: number): Promise<string | null> {
  const newest = await database
    .selectFrom('partitions')
    .select(({ fn }) => fn.max('last_modified').as('last_modified'))
    .where('container_id', '=', containerId)
    .executeTakeFirst()
  return newest?.last_modified ?? null
}
