import { maskedValue } from '../../kernel/masked.ts'
import type { FieldMetrics } from '../../model/field-profile.ts'
import type { FieldProfile } from '../../model/profile-record.ts'
import type { FieldProfileRow } from '../../store/field-profiles.ts'

/**
 * The one place where figures of profiles leave the state: every answer about fields is made here. Figures that show a value of a
 * masked field are withheld, in older profiles too, unless `reveals` says that its caller was asked and that it is in the audit log.
 */
export function shownFieldProfile(
  row: FieldProfileRow,
  maskedFields: ReadonlySet<string>,
  { reveals }: { reveals: boolean } = { reveals: false },
): FieldProfile {
  const { metrics, partition_name, group_values, container_name, container_type, table_type, ...rest } = row
  const { type: _type, container_id, datastore_id: _datastore, ...profile } = rest
  const isWithheld = !reveals && row.status === 'masked'
  const shown = isWithheld ? withheld(metrics) : metrics
  return {
    ...profile,
    masked: isWithheld,
    container: { id: container_id, name: container_name, container_type, table_type },
    partition: partition_name,
    group: group_values,
    ...shown,
    // The line to a masked field would give its values away.
    ...(!reveals && {
      regression_models: shown.regression_models.filter(({ field }) => !maskedFields.has(field)),
    }),
  }
}

/** Counts, ratios and lengths stay; the buckets keep their counts. */
function withheld(metrics: FieldMetrics): FieldMetrics {
  return {
    ...metrics,
    min: null,
    max: null,
    mean: null,
    sum: null,
    std_dev: null,
    median: null,
    q1: null,
    q3: null,
    kll: null,
    histogram_buckets: metrics.histogram_buckets.map((bucket) =>
      bucket.value === null ? bucket : { ...bucket, value: maskedValue },
    ),
    regression_models: [],
  }
}
