import type { Context } from '../../access/context.ts'
import { shownFieldProfile } from '../../disclosure/field-profiles.ts'
import { policyOf } from '../../disclosure/policies.ts'
import type { FieldProfile, MetricDifference } from '../../model/profile-record.ts'
import { requireFieldProfile } from './read.ts'

/** The metrics that are one figure. */
const figures = [
  'field_type',
  'type_declared',
  'completeness',
  'approximate_distinct_values',
  'unique_distinct_ratio',
  'entropy',
  'min',
  'max',
  'mean',
  'sum',
  'std_dev',
  'median',
  'q1',
  'q3',
  'skewness',
  'kurtosis',
  'is_not_normal',
  'min_length',
  'max_length',
] as const satisfies readonly (keyof FieldProfile)[]

type Figure = MetricDifference['left']

/** Reporter on both; what moved from the left profile to the right one. The two may be of different fields. */
export async function compareFieldProfiles(context: Context, leftId: number, rightId: number) {
  const left = await shownProfile(context, leftId)
  const right = await shownProfile(context, rightId)
  return { left, right, differences: differencesOf(left, right) }
}

async function shownProfile(context: Context, id: number): Promise<FieldProfile> {
  const row = await requireFieldProfile(context, id)
  return shownFieldProfile(row, await policyOf(context.store.database, row.container_id))
}

/** Where either side withholds values, what was withheld is no difference. */
function differencesOf(left: FieldProfile, right: FieldProfile): MetricDifference[] {
  const compared = [
    ...figures.map((metric) => ({ metric, left: left[metric], right: right[metric] })),
    ...sharesOf(left, right),
    ...correlationsOf(left, right),
  ]
  const isWithheld = left.masked || right.masked
  return compared
    .filter((one) => one.left !== one.right && !(isWithheld && (one.left === null || one.right === null)))
    .map(difference)
}

interface Compared {
  metric: string
  left: Figure
  right: Figure
}

/** The shares of values; one that has no bucket on either side is not known there. */
function sharesOf(left: FieldProfile, right: FieldProfile): Compared[] {
  if (left.masked || right.masked) return []
  const shares = [left, right].map(
    ({ histogram_buckets: buckets }) => new Map(buckets.map(({ value, ratio }) => [value, ratio])),
  )
  const [before = new Map<string | null, number>(), after = new Map<string | null, number>()] = shares
  // A histogram that has a bucket for the rest leaves values out; in another one, a value without bucket does not occur.
  const missing = (all: Map<string | null, number>) => (all.has(null) ? null : 0)
  return [...new Set([...before.keys(), ...after.keys()])].map((value) => ({
    metric: value === null ? 'histogram_buckets' : `histogram_buckets[${value}]`,
    left: before.get(value) ?? missing(before),
    right: after.get(value) ?? missing(after),
  }))
}

function correlationsOf(left: FieldProfile, right: FieldProfile): Compared[] {
  const [before, after] = [left, right].map(
    ({ field_correlations: all }) => new Map(all.map(({ field, correlation }) => [field, correlation])),
  )
  return [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].map((field) => ({
    metric: `field_correlations[${field}]`,
    left: before?.get(field) ?? null,
    right: after?.get(field) ?? null,
  }))
}

function difference({ metric, left, right }: Compared): MetricDifference {
  const isNumber = typeof left === 'number' && typeof right === 'number'
  const by = isNumber ? right - left : null
  const size = typeof left === 'number' ? Math.abs(left) : 0
  return { metric, left, right, difference: by, ratio: by === null || size === 0 ? null : by / size }
}
