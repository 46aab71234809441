import type { ScanRequest } from '../../engine/check.ts'
import { familyOf } from '../../engine/families/table.ts'
import type { CutSettings } from '../../engine/partition-range.ts'
import { RunFailure } from '../../kernel/errors.ts'
import { unloadable } from '../containers/unloadable.ts'
import type { CheckCategory, CheckDefinition } from '../../model/check.ts'
import type { Environment } from '../../access/context.ts'
import { rules } from '../../rules/registry.ts'
import { earlierMeasurements } from '../../store/measurements.ts'
import type { Queryable } from '../../store/pool.ts'
import { checksOfVersions, scannedContainers, type ScannedContainer } from '../../store/scanned-containers.ts'
import type { ContainerScanRow } from '../../store/scans.ts'
import { incrementPlan, type IncrementPlan, type IncrementSettings } from './increment-plan.ts'
import { checkWeight } from '../checks/present.ts'
import type { IdentitySettings } from './recognise-rows.ts'
import { dueMeasurement } from './due-measurement.ts'
import { containerRequest, sqlOfVariables } from './container-request.ts'
import { openableReferences } from '../checks/references.ts'

/** The settings of a scan that bear on one container, from the run's payload. */
export interface ScanSettings extends IncrementSettings {
  /** A text is SQL as it stands; numbers and truths are written as SQL writes them. */
  check_variables: Record<string, string | number | boolean>
  high_count_rollup_threshold: number
  enrichment_source_record_limit: number
  /** Null: every record. */
  max_records_analyzed_per_partition: number | null
  reactivate_recurring_anomalies?: boolean
  /** True: nothing is kept of earlier scans (default false). */
  force?: boolean
  /** Empty: checks of both categories. */
  check_categories?: readonly CheckCategory[]
  /** True: the rows are none of the container's own, whose source is not read (default false). */
  rows_are_given?: boolean
}

/** Everything that the engine needs to know about one container of a scan. */
export interface LoadedScan {
  request: ScanRequest
  increment: IncrementPlan
  /** The settings by which the container is cut; null for one that stays whole. */
  cut: CutSettings | null
  /** Weight that each check gives to an anomaly. */
  weights: ReadonlyMap<number, number>
  /** True when archived anomalies that are found again are opened again. */
  reactivates: boolean
  /** True when what did not change is read too. */
  reads_everything: boolean
  /** By what the rows of the container are recognised when they are found again. */
  identity: IdentitySettings
  /** Sentences for the run's log: what other datastores have remarked on their rows so far, and that a starting point could not be used. */
  logRemarks: ReadonlySet<string>
  /** True when the rows were given from outside. */
  rows_are_given: boolean
}

/** A container scan to be loaded, and what stops its work. */
export interface ToLoad {
  scan: ContainerScanRow
  signal: AbortSignal
}

/** Reads the container and its checks as they stood at the start of the container scan, however late this attempt is. */
export async function loadScan(
  environment: Environment,
  scan: ContainerScanRow,
  settings: ScanSettings,
  signal: AbortSignal,
): Promise<LoadedScan> {
  const loaded = (await loadScans(environment, [{ scan, signal }], settings)).get(scan.id)
  if (loaded === undefined || loaded instanceof RunFailure) throw loaded ?? gone()
  return loaded
}

/** Reads what `loadScan` does for several container scans with as many statements; by their ids, a container that cannot be scanned with the reason. */
export async function loadScans(
  environment: Environment,
  wanted: readonly ToLoad[],
  settings: ScanSettings,
): Promise<Map<number, LoadedScan | RunFailure>> {
  const { database } = environment.store
  const scans = wanted.map(({ scan }) => scan)
  const containers = await scannedContainers(
    database,
    scans.map(({ container_id }) => container_id),
  )
  const all = await loadChecks(database, scans)
  const checksOf = ({ check_versions }: ContainerScanRow): LoadedCheck[] =>
    (check_versions ?? [])
      .flatMap((version) => all.get(Number(version)) ?? [])
      .filter(({ definition }) => isWanted(settings.check_categories ?? [], definition.rule_type))
      .toSorted((one, other) => one.definition.id - other.definition.id)
  const measurements = await earlierMeasurements(
    database,
    scans.flatMap((scan) => checksOf(scan).flatMap(({ definition }) => dueMeasurement(definition, scan.id))),
  )
  const loaded = new Map<number, LoadedScan | RunFailure>()
  for (const { scan, signal } of wanted) {
    const found = containers.get(scan.container_id)
    const isRead = settings.rows_are_given !== true
    const reason = found === undefined ? gone() : isRead ? unloadable(found.container) : null
    loaded.set(
      scan.id,
      found === undefined || reason !== null
        ? (reason ?? gone())
        : await loadedScan(
            environment,
            { scan, signal, found, checks: checksOf(scan), measurements },
            settings,
          ),
    )
  }
  return loaded
}

interface Found extends ToLoad {
  found: ScannedContainer
  checks: readonly LoadedCheck[]
  measurements: ScanRequest['measurements']
}

/** For the run's log. */
const unusablePoint =
  'An earlier scan kept a starting point above which nothing comes (NaN, an infinity, or a time that stands for ever), so the scan reads from the start and keeps another one.'

async function loadedScan(
  environment: Environment,
  wanted: Found,
  settings: ScanSettings,
): Promise<LoadedScan> {
  const { container, fields, masked_fields } = wanted.found
  const increment = incrementPlan(container, fields, settings)
  const logRemarks = new Set(increment.is_stored_unusable ? [unusablePoint] : [])
  return {
    logRemarks,
    rows_are_given: settings.rows_are_given ?? false,
    increment,
    cut: cutSettings(container, masked_fields, environment.sources.rows_per_partition),
    reads_everything: settings.force ?? false,
    reactivates: settings.reactivate_recurring_anomalies ?? false,
    identity: {
      key_fields: container.key_fields ?? container.source_key_fields ?? [],
      salt: container.identity_salt,
    },
    request: await requestOf(environment, wanted, settings, {
      increment,
      onRemark: (remark) => void logRemarks.add(remark),
    }),
    weights: new Map(wanted.checks.map(({ definition, weight }) => [definition.id, weight])),
  }
}

/** All that the engine needs to know to judge the checks; `onRemark` takes what other sources remark on their rows. */
async function requestOf(
  environment: Environment,
  { scan, signal, found, checks, measurements }: Found,
  settings: ScanSettings,
  { increment, onRemark }: { increment: IncrementPlan; onRemark: (remark: string) => void },
): Promise<ScanRequest> {
  const definitions = checks.map(({ definition }) => definition)
  return {
    ...containerRequest(environment, found, signal),
    increment: increment.increment,
    changed_files_only: increment.files !== null,
    checks: definitions,
    references: await openableReferences(environment, scan.datastore_id, definitions, signal, {
      computation: found.container.computation,
      onRemark,
      opens_all: settings.rows_are_given ?? false,
    }),
    measurements,
    check_variables: sqlOfVariables(settings.check_variables),
    rollup_threshold: settings.high_count_rollup_threshold,
    source_record_limit: settings.enrichment_source_record_limit,
    record_cap: settings.max_records_analyzed_per_partition,
    ...(environment.sources.proves_checks === false && { proves: false }),
    ...(scan.lost_statements !== null && { lost_statements: scan.lost_statements }),
    now: scan.start_time ?? scan.created,
  }
}

/** The slots that a connection without a limit is taken to have. */
const slotsWithoutLimit = 4

/** A file is a partition already, and the names of ranges would show values of a masked field. */
function cutSettings(
  container: { container_type: string; partition_field: string | null; max_parallelization: number | null },
  masked: ReadonlySet<string>,
  rows_per_partition: number,
): CutSettings | null {
  const { container_type, partition_field: field, max_parallelization } = container
  if (field === null || container_type === 'file' || masked.has(field)) return null
  return { field, slots: max_parallelization ?? slotsWithoutLimit, rows_per_partition }
}

function categoryOf(ruleType: string): CheckCategory {
  const rule = rules.find(ruleType)
  return rule ? familyOf(rule).category(rule) : 'data_integrity'
}

function isWanted(categories: readonly CheckCategory[], ruleType: string): boolean {
  return categories.length === 0 || categories.includes(categoryOf(ruleType))
}

const gone = (): RunFailure => new RunFailure('The container was deleted while the scan ran.')

interface LoadedCheck {
  definition: CheckDefinition
  weight: number
}

/** The checks that were Active when the container scans started, in the wording they had then, by the id of that version. */
async function loadChecks(
  database: Queryable,
  scans: readonly ContainerScanRow[],
): Promise<Map<number, LoadedCheck>> {
  const checks = await checksOfVersions(
    database,
    scans.flatMap(({ check_versions }) => check_versions ?? []),
  )
  return new Map(
    checks.map(({ id, version, definition, inferred, modifiers }) => [
      version,
      {
        definition: { ...definition, id },
        weight: checkWeight({
          rule_weight: rules.find(definition.rule_type)?.weight ?? 1,
          inferred,
          has_anomalies: true,
          tag_modifiers: modifiers,
        }),
      },
    ]),
  )
}
