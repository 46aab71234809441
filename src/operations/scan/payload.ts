import { Type, type Static } from 'typebox'
import type { Context } from '../../access/context.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { checkCategories } from '../../model/check.ts'
import { remediationStrategies } from '../../model/datastore.ts'
import { optional } from '../../model/wire.ts'
import { containerIds, containerNames, containerTags, runName, workedOn } from '../../runs/members.ts'
import { defaultsOfDatastore } from '../../runs/datastore-defaults.ts'
import { refuseBadStart } from './increment.ts'
import { namesOfContainers, refuseTwoSelections, refuseUnknownNames } from '../../runs/selection.ts'
import { startingPoint } from '../../runs/starting-point.ts'

/** The members that a client sends beside the type. */
export const payload = Type.Object({
  datastore_id: workedOn,
  name: runName,
  container_names: containerNames,
  container_ids: containerIds,
  container_tags: containerTags,
  remediation: optional(
    Type.Enum(remediationStrategies),
    'What is done with failing rows in the enrichment datastore: append keeps those of all scans there, overwrite those of the last; default as the datastore says',
  ),
  incremental: optional(Type.Boolean(), 'True: only rows that are new since the last scan; default false'),
  auto_resolve_passed_anomalies: optional(
    Type.Boolean(),
    'True: anomalies that nothing detects any more are resolved; default true, and false where incremental',
  ),
  max_records_analyzed_per_partition: optional(
    Type.Integer({ minimum: -1, maximum: 1_000_000_000 }),
    'How many rows of a partition are read at most; null, 0 and -1: all',
  ),
  enrichment_source_record_limit: optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
    'How many failing rows an anomaly keeps at most; default as the datastore says',
  ),
  high_count_rollup_threshold: optional(
    Type.Integer({ minimum: 1, maximum: 1000 }),
    'From how many failing rows of a partition on a check has one anomaly for all of them; default as the datastore says',
  ),
  archive_duplicate_anomalies: optional(
    Type.Boolean({
      description:
        'Accepted and without effect: what is found again is the same anomaly, so there are no duplicates',
    }),
  ),
  reactivate_recurring_anomalies: optional(
    Type.Boolean({ description: 'Open again what was archived and is found again; default false' }),
  ),
  force: optional(
    Type.Boolean({
      description: 'True: files that did not change since the last full scan are read again; default false',
    }),
  ),
  check_categories: optional(
    Type.Array(Type.Enum(checkCategories), { maxItems: 10, description: 'Empty or left out: both' }),
  ),
  ...startingPoint,
  check_variables: optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    'Values for the variables that checks name, by name',
  ),
})

type Wanted = Static<typeof payload>

/** A scan as it is stored, with every default. */
export type ScanPayload = Awaited<ReturnType<typeof acceptScan>>

/** Fills in the defaults of the datastore; 409 or 422 for what it has not. */
export async function acceptScan(context: Context, wanted: Wanted) {
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
    greater_than_time: wanted.greater_than_time ?? null,
    greater_than_batch: wanted.greater_than_batch ?? null,
    check_variables: wanted.check_variables ?? {},
    archive_duplicate_anomalies: wanted.archive_duplicate_anomalies ?? false,
    reactivate_recurring_anomalies: wanted.reactivate_recurring_anomalies ?? false,
    force: wanted.force ?? false,
    check_categories: wanted.check_categories ?? [],
  }
}

/** The payload as answers show it, of a run or of a schedule. */
export function echoScan(stored: Wanted): Record<string, unknown> {
  return {
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
    force: stored.force ?? false,
    check_categories: stored.check_categories ?? null,
  }
}
