import type { Schedule } from '../api/api.generated.ts'
import { startedKinds } from '../words/runs.ts'
import { usualRun, type RunDraft } from './run-draft.ts'

/** The settings of the runs of a schedule as they are written; null for kinds that are not started here. */
export function scheduledDraft(schedule: Schedule): RunDraft | null {
  const type = startedKinds.find((kind) => kind === schedule.type)
  if (type === undefined) return null
  return {
    ...usualRun,
    type,
    ...chosenBy(schedule),
    limit: rows(schedule.max_records_analyzed_per_partition ?? schedule.max_records_per_partition),
    isIncremental: schedule.incremental ?? false,
    aboveTime: schedule.greater_than_time ?? '',
    aboveNumber: written(schedule.greater_than_batch),
    keepsAnomalies: schedule.auto_resolve_passed_anomalies === false,
    reopens: schedule.reactivate_recurring_anomalies ?? false,
    isForced: schedule.force ?? false,
    keptRows: written(schedule.enrichment_source_record_limit),
    rollUp: written(schedule.high_count_rollup_threshold),
    variables: Object.entries(schedule.check_variables ?? {})
      .map(([name, value]) => `${name} = ${value}`)
      .join('\n'),
    effort: schedule.ai_effort ?? usualRun.effort,
    isDraft: schedule.infer_as_draft ?? false,
    heldOut: written(schedule.max_count_testing_sample),
    heldOutShare: written(schedule.percent_testing_threshold),
    correlation: written(schedule.high_correlation_threshold),
    buckets: written(schedule.histogram_max_distinct_values),
    categories: onlyOne(schedule.check_categories),
    remediation: schedule.remediation ?? '',
    include: onlyOne(schedule.include),
    prunes: schedule.prune ?? false,
    recreates: schedule.recreate ?? false,
    asset: schedule.asset_type ?? usualRun.asset,
    hasDeleted: schedule.include_deleted ?? false,
    hasMasked: schedule.include_masked ?? false,
  }
}

function chosenBy({ container_names, container_ids, container_tags }: Schedule) {
  const names = container_names ?? []
  const ids = container_ids ?? []
  const tags = container_tags ?? []
  const by =
    ids.length > 0
      ? ('ids' as const)
      : names.length > 0
        ? ('names' as const)
        : tags.length > 0
          ? ('tags' as const)
          : ('all' as const)
  return { by, names, ids, tags }
}

const written = (value: number | null | undefined): string => (value == null ? '' : String(value))

/** A bound of rows; 0 and -1 are none. */
const rows = (value: number | null | undefined): string => written(value != null && value > 0 ? value : null)

/** The one of a list that has one; both of two is the same as none of them. */
const onlyOne = <Word extends string>(words: readonly Word[] | null | undefined): Word | '' =>
  words?.length === 1 ? (words[0] ?? '') : ''
