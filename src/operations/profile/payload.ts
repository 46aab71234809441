import { Type, type Static } from 'typebox'
import type { Context } from '../../access/context.ts'
import { invalidMember } from '../../kernel/errors.ts'
import { optional } from '../../model/wire.ts'
import { containerNames, containerTags, runName, workedOn } from '../../runs/members.ts'
import { refuseUnknownNames } from '../../runs/selection.ts'
import { refuseNoMoment, startingPoint } from '../../runs/starting-point.ts'

/** How much is proposed from what is found, from nothing on. */
export const efforts = ['off', 'low', 'medium', 'high', 'xhigh', 'max'] as const

/** The effort when nothing is said. */
const usualEffort = 'medium'

/** The members that a client sends beside the type. */
export const payload = Type.Object({
  datastore_id: workedOn,
  name: runName,
  container_names: containerNames,
  container_tags: containerTags,
  ai_effort: optional(
    Type.Enum(efforts, { title: 'InferenceEffort', description: 'How much is inferred, from nothing on' }),
    'How many kinds of checks are inferred from what is found, each word more than the one before; off: none, and those that there are stay. Default medium',
  ),
  inference_threshold: optional(
    Type.Integer({ minimum: 0, maximum: 5, description: 'An older name for ai_effort: 0 is off, 5 is max' }),
  ),
  infer_as_draft: optional(
    Type.Boolean(),
    'True: inferred checks begin as Draft; default false: as Active, unless a few rows are against them',
  ),
  max_records_analyzed_per_partition: optional(
    Type.Integer({ minimum: -1, maximum: 1_000_000_000 }),
    'How many rows of a partition are read at most; null, 0 and -1: all',
  ),
  max_count_testing_sample: optional(
    Type.Integer({ minimum: 1, maximum: 100_000 }),
    'How many rows are held out at most to test inferred checks; default 100000',
  ),
  percent_testing_threshold: optional(
    Type.Number({ minimum: 0, maximum: 1 }),
    'The share of the rows that is held out to test inferred checks, 0 to 1; default 0.4',
  ),
  high_correlation_threshold: optional(
    Type.Number({ minimum: 0, maximum: 1 }),
    'Least size of a correlation of two fields that is kept, 0 to 1; default 0.5',
  ),
  histogram_max_distinct_values: optional(
    Type.Integer({ minimum: 1, maximum: 1000 }),
    'How many values of a field have a bucket of their own at most; default 100',
  ),
  ...startingPoint,
})

type Wanted = Static<typeof payload>

/** A profile as it is stored, with every default. */
export type ProfilePayload = Awaited<ReturnType<typeof acceptProfile>>

/** Fills in the defaults; 422 for unknown names, for two efforts, and for a text that is no time. */
export async function acceptProfile(context: Context, wanted: Wanted) {
  await refuseUnknownNames(context.store.database, wanted)
  refuseNoMoment(wanted.greater_than_time)
  const cap = wanted.max_records_analyzed_per_partition ?? null
  return {
    ...wanted,
    container_names: wanted.container_names ?? [],
    container_tags: wanted.container_tags ?? [],
    ai_effort: effortOf(wanted),
    inference_threshold: null,
    infer_as_draft: wanted.infer_as_draft ?? false,
    // -1 is how answers show "all"; clients send it back.
    max_records_analyzed_per_partition: cap === -1 || cap === 0 ? null : cap,
    max_count_testing_sample: wanted.max_count_testing_sample ?? 100_000,
    percent_testing_threshold: wanted.percent_testing_threshold ?? 0.4,
    high_correlation_threshold: wanted.high_correlation_threshold ?? 0.5,
    histogram_max_distinct_values: wanted.histogram_max_distinct_values ?? 100,
    greater_than_time: wanted.greater_than_time ?? null,
    greater_than_batch: wanted.greater_than_batch ?? null,
  }
}

function effortOf({ ai_effort, inference_threshold: level }: Wanted): (typeof efforts)[number] {
  const old = level == null ? undefined : efforts[level]
  if (ai_effort != null && old !== undefined && old !== ai_effort) {
    throw invalidMember(
      'inference_threshold',
      `inference_threshold ${level} means "${old}", and ai_effort says "${ai_effort}"; give one of them.`,
    )
  }
  return ai_effort ?? old ?? usualEffort
}

/** The payload as answers show it, of a run or of a schedule. */
export function echoProfile(stored: Wanted): Record<string, unknown> {
  const {
    datastore_id: _shown,
    name,
    inference_threshold,
    max_records_analyzed_per_partition,
    ...rest
  } = stored
  const effort =
    stored.ai_effort ?? (inference_threshold == null ? null : (efforts[inference_threshold] ?? null))
  return {
    ...rest,
    name: name ?? null,
    ai_effort: effort,
    inference_threshold: effort === null ? null : efforts.indexOf(effort),
    max_records_analyzed_per_partition: max_records_analyzed_per_partition ?? -1,
  }
}
