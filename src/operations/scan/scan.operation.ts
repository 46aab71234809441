import { Type } from 'typebox'
import { ServiceError } from '../../kernel/errors.ts'
import { checkCategories } from '../../model/check.ts'
import { remediationStrategies } from '../../model/datastore.ts'
import { Id, optional, SourceName, TagNames } from '../../model/wire.ts'
import type { ScanSettings } from './load-request.ts'
import { refuseBadStart } from './increment.ts'
import { planContainers } from './plan-containers.ts'
import { namesOfContainers, refuseTwoSelections, refuseUnknownNames } from './selection.ts'
import { beginContainer } from './begin-container.ts'
import { concludeScan } from './conclude-scan.ts'
import { scanPartition } from './scan-partition.ts'
import type { PartitionSubject, StepInput } from './step.ts'
import { logToOperation } from '../../store/operations.ts'
import type { Queryable } from '../../store/pool.ts'
import { absorbRolledUp, resolvePassedAnomalies } from '../../store/resolution.ts'
import {
  endContainerScan,
  lockContainerScan,
  openPartitions,
  passedOver,
  remarksOnRows,
  savePartitionScan,
  unassertedChecks,
} from '../../store/scans.ts'
import { defaultsOfDatastore } from '../../runs/datastore-defaults.ts'
import { abortContainers, concludeContainers, reopenContainers } from '../../runs/conclude-containers.ts'
import { defineOperation, type UnitWork } from '../../runs/operation.ts'

const payload = Type.Object({
  datastore_id: Id,
  name: optional(Type.String({ maxLength: 255 })),
  container_names: optional(Type.Array(SourceName, { maxItems: 10_000 })),
  container_ids: optional(
    Type.Array(Id, {
      maxItems: 10_000,
      description: 'The containers by their ids, instead of by names or tags; runs show their names',
    }),
  ),
  container_tags: optional(TagNames),
  remediation: optional(Type.Enum(remediationStrategies)),
  incremental: optional(Type.Boolean()),
  auto_resolve_passed_anomalies: optional(Type.Boolean()),
  max_records_analyzed_per_partition: optional(Type.Integer({ minimum: -1, maximum: 1_000_000_000 })),
  enrichment_source_record_limit: optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  high_count_rollup_threshold: optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  archive_duplicate_anomalies: optional(
    Type.Boolean({
      description:
        'Accepted and without effect: what is found again is the same anomaly, so there are no duplicates',
    }),
  ),
  reactivate_recurring_anomalies: optional(
    Type.Boolean({ description: 'Open again what was archived and is found again; default false' }),
  ),
  check_categories: optional(
    Type.Array(Type.Enum(checkCategories), { maxItems: 10, description: 'Empty or left out: both' }),
  ),
  greater_than_time: optional(Type.String({ maxLength: 100 })),
  greater_than_batch: optional(Type.Number()),
  check_variables: optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  ),
})

/** Containers that a remark names; the others are counted. */
const mostNamed = 20

/** Why a scan had no container. */
function nothingToScan({ container_tags: tags }: Record<string, unknown>): string {
  return Array.isArray(tags) && tags.length > 0
    ? `No container of the datastore has one of the tags ${tags.map((tag) => `"${tag}"`).join(', ')}.`
    : 'There was no container to scan; run a sync of the datastore first.'
}

/** The remark on containers without checks that could not be read. */
function uncountedSentence(names: readonly string[]): string {
  const named = names.slice(0, mostNamed).map((name) => `"${name}"`)
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''
  return `Without checks, and their records could not be counted: ${named.join(', ')}${more}; the log says why.`
}

/** Logs what the sources said of the rows that they show; the sentence for the run's message, or null. */
async function remarkOnRows(transaction: Queryable, operationId: number): Promise<string | null> {
  const remarks = await remarksOnRows(transaction, operationId)
  for (const { container_id, remark } of remarks)
    await logToOperation(transaction, operationId, 'warning', remark, container_id)
  const [first, ...others] = remarks
  if (!first) return null
  const more = others.length === 0 ? '' : ` So it is with ${others.length} more; the log has each remark.`
  return `${first.remark}${more}`
}

/** Evaluates the Active checks of the containers and raises anomalies with the records that failed. */
export default defineOperation({
  trigger: 'scan',
  type: 'scan',
  payload,
  resumable: true,
  rerunnable: true,
  schedulable: true,
  plans_without_source: true,
  permissions: ({ datastore_id }) => [{ datastore_id, permission: 'Editor' }],
  initialStatus: {
    total_containers: 0,
    containers_analyzed: 0,
    partitions_scanned: 0,
    records_processed: 0,
    anomalies_identified: 0,
    auto_resolved_anomaly_count: 0,
  },

  async accept(context, wanted) {
    const { database } = context.store
    refuseTwoSelections(wanted)
    await refuseUnknownNames(database, wanted)
    const identified = await namesOfContainers(database, wanted)
    const defaults = await defaultsOfDatastore(database, wanted.datastore_id)
    refuseBadStart(wanted)
    const remediation = wanted.remediation ?? defaults.enrichment_remediation_strategy
    if (remediation !== 'none' && defaults.enrich_datastore_id === null) {
      throw new ServiceError(
        'wrong_state',
        'Remediation needs an enrichment datastore: link one to the datastore first.',
      )
    }
    const incremental = wanted.incremental ?? false
    const cap = wanted.max_records_analyzed_per_partition ?? null
    return {
      ...wanted,
      container_names: identified ?? wanted.container_names ?? [],
      container_ids: null,
      container_tags: wanted.container_tags ?? [],
      remediation,
      incremental,
      // Contract: the server forces it to false when incremental is true.
      auto_resolve_passed_anomalies: !incremental && (wanted.auto_resolve_passed_anomalies ?? true),
      // -1 is how answers show "all"; clients send it back.
      max_records_analyzed_per_partition: cap === -1 || cap === 0 ? null : cap,
      enrichment_source_record_limit:
        wanted.enrichment_source_record_limit ?? defaults.enrichment_source_record_limit,
      high_count_rollup_threshold: wanted.high_count_rollup_threshold ?? defaults.high_count_rollup_threshold,
      check_variables: wanted.check_variables ?? {},
      archive_duplicate_anomalies: wanted.archive_duplicate_anomalies ?? false,
      reactivate_recurring_anomalies: wanted.reactivate_recurring_anomalies ?? false,
      check_categories: wanted.check_categories ?? [],
    }
  },

  async run(work) {
    const { unit, operation } = work
    if (unit.kind === 'plan') {
      const { container_names, container_tags } = operation.payload as {
        container_names: string[]
        container_tags: string[]
      }
      return work.commit(async (transaction) => {
        const scans = await planContainers(transaction, operation, { container_names, container_tags })
        return {
          next: scans.map((id) => ({ kind: 'container', container_scan_id: id })),
          status: { total_containers: scans.length },
        }
      })
    }
    const input = stepInput(work)
    if (unit.kind === 'partition') return scanPartition(input, unit.subject as unknown as PartitionSubject)
    return unit.kind === 'conclude' ? concludeScan(input) : beginContainer(input)
  },

  async abandon(transaction, unit, message) {
    if (unit.container_scan_id === null) return {}
    const { container_scan_id } = unit
    await lockContainerScan(transaction, container_scan_id)
    if (unit.kind !== 'partition') {
      return {
        locked: (transaction) => endContainerScan(transaction, container_scan_id, 'failure', message),
      }
    }
    await savePartitionScan(transaction, {
      container_scan_id,
      partition_name: String(unit.subject['partition']),
      start_time: null,
      records_processed: 0,
      anomaly_count: 0,
      result: 'failure',
      message,
      totals: '{}',
      highest: null,
    })
    const isLast = (await openPartitions(transaction, container_scan_id)) <= 1
    return { next: isLast ? [{ kind: 'conclude', container_scan_id }] : [] }
  },

  async conclude(transaction, operation) {
    const conclusion = await concludeContainers(transaction, operation.id, nothingToScan(operation.payload))
    const remarks = await unassertedChecks(transaction, operation.id)
    for (const { id, container, details } of remarks) {
      await logToOperation(
        transaction,
        operation.id,
        'warning',
        `Check ${id} on "${container}" could not be evaluated. ${details}`,
      )
    }
    const { auto_resolve_passed_anomalies: resolves, max_records_analyzed_per_partition: cap } =
      operation.payload
    const status: Record<string, number> = {}
    if (operation.payload['incremental'] !== true && cap === null)
      await absorbRolledUp(transaction, operation.id)
    if (conclusion.result === 'success' && resolves === true && cap === null) {
      status['auto_resolved_anomaly_count'] = await resolvePassedAnomalies(transaction, operation.id)
    }
    const remark =
      remarks.length === 0
        ? null
        : `${remarks.length} of the checks could not be evaluated; the log names each with its reason.`
    const uncounted = await passedOver(transaction, operation.id)
    const uncountedRemark = uncounted.length === 0 ? null : uncountedSentence(uncounted)
    const rowsRemark = await remarkOnRows(transaction, operation.id)
    const said = [conclusion.message, remark, uncountedRemark, rowsRemark]
    const message = said.filter((part) => part !== null).join(' ')
    return { result: conclusion.result, message: message === '' ? null : message, status }
  },

  abort: abortContainers,
  reopen: reopenContainers,

  echo: (stored) => ({
    name: stored.name ?? null,
    container_names: stored.container_names,
    container_ids: stored.container_ids ?? null,
    container_tags: stored.container_tags,
    remediation: stored.remediation,
    incremental: stored.incremental,
    // A schedule keeps what was asked for, and its incremental runs resolve nothing all the same.
    auto_resolve_passed_anomalies:
      stored.auto_resolve_passed_anomalies === true && stored.incremental === true
        ? false
        : stored.auto_resolve_passed_anomalies,
    max_records_analyzed_per_partition: stored.max_records_analyzed_per_partition ?? -1,
    greater_than_time: stored.greater_than_time ?? null,
    greater_than_batch: stored.greater_than_batch ?? null,
    high_count_rollup_threshold: stored.high_count_rollup_threshold,
    enrichment_source_record_limit: stored.enrichment_source_record_limit,
    check_variables: stored.check_variables,
    archive_duplicate_anomalies: stored.archive_duplicate_anomalies ?? null,
    reactivate_recurring_anomalies: stored.reactivate_recurring_anomalies ?? null,
    check_categories: stored.check_categories ?? null,
  }),
})

function stepInput({ environment, operation, unit, signal, commit }: UnitWork): StepInput {
  const settings = operation.payload as unknown as ScanSettings
  return {
    environment,
    container_scan_id: unit.container_scan_id ?? 0,
    settings,
    signal,
    commit: (write) =>
      commit(async (transaction) => {
        const { status, partitions, conclusion, locked } = await write(transaction)
        const next = partitions.map((subject) => ({
          kind: 'partition',
          subject: { ...subject },
          container_scan_id: unit.container_scan_id,
        }))
        const last = conclusion ? [{ kind: 'conclude', container_scan_id: unit.container_scan_id }] : []
        return { status, next: [...next, ...last], locked }
      }),
  }
}
