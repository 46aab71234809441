import { recordAudit } from '../access/audit.ts'
import type { Context } from '../access/context.ts'
import { requireDatastore } from '../access/require.ts'
import { within } from '../access/within.ts'
import { opened } from '../kernel/held.ts'
import { maskedValue } from '../kernel/masked.ts'
import type { FieldMetrics } from '../model/field-profile.ts'
import type { FieldProfile } from '../model/profile-record.ts'
import type { FieldProfileRow } from '../store/field-profiles.ts'
import { policyOf } from './policies.ts'
import { requireEditorBehind } from './require-behind.ts'
import { Policy } from './policy.ts'

/** The record of a field's profile; figures that show a value of a hidden field are withheld, in older profiles too. */
export function shownFieldProfile(row: FieldProfileRow, policy: Policy): FieldProfile {
  const { metrics, partition_name, group_values, container_name, container_type, table_type, ...rest } = row
  const { type: _type, container_id, datastore_id: _datastore, ...profile } = rest
  const isWithheld = policy.hides(row.name)
  const shown = isWithheld ? withheld(opened(metrics)) : opened(metrics)
  return {
    ...profile,
    masked: isWithheld,
    container: { id: container_id, name: container_name, container_type, table_type },
    partition: partition_name,
    group: group_values,
    ...shown,
    // The line to a masked field would give its values away.
    regression_models: shown.regression_models.filter(({ field }) => !policy.hides(field)),
  }
}

/** The record with every value, for Editors; the audit log says so before the first is shown. */
export async function revealedFieldProfile(context: Context, row: FieldProfileRow): Promise<FieldProfile> {
  const { id, name, container_id, datastore_id } = row
  await requireDatastore(context, datastore_id, 'Editor')
  await requireEditorBehind(context, container_id)
  const policy = await policyOf(context.store.database, container_id)
  // Its own values, and those that a line leads to. Without any there is nothing to note.
  const seen = [name, ...opened(row.metrics).regression_models.map(({ field }) => field)]
  const masked_field_names = seen.filter((field) => policy.hides(field))
  if (masked_field_names.length > 0) {
    await within(context, (transaction) =>
      recordAudit(context, transaction, {
        action: 'unmask_field_values',
        resource_type: 'field_profile',
        resource_id: id,
        details: { container_id, masked_field_names },
      }),
    )
  }
  return shownFieldProfile(row, new Policy([]))
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
