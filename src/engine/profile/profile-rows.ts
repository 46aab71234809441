import type { Session, StatementRefused } from '../../connectors/connector.ts'
import { hold, type Held } from '../../kernel/held.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { FieldMetrics } from '../../model/field-profile.ts'
import type { Relation } from '../../sql/ast.ts'
import { readBasics, type Examined } from './basics.ts'
import { readDistributions, type Distribution } from './distribution.ts'
import { emptyMetrics, metricsOf } from './metrics.ts'
import { profiledFields } from './profiled-field.ts'
import type { ProfileSettings } from './settings.ts'
import { readTogether } from './together.ts'

/** A field with what was measured of it, as far as the source let. */
export interface MeasuredField {
  field: DiscoveredField
  metrics: Held<FieldMetrics>
  /** The refusal of the source to measure it; null: it did not refuse. */
  refusal: StatementRefused | null
}

/** All that is known of the rows of a relation. */
export interface MeasuredRows {
  rows: number
  fields: MeasuredField[]
}

/**
 * Measures every field of a relation in three kinds of statements: counts and extremes of all fields, the values of each with
 * their frequencies, and how fields go together. A field that the source refuses to measure disturbs no other.
 */
export async function profileRows(
  session: Session,
  relation: Relation,
  fields: readonly DiscoveredField[],
  settings: ProfileSettings,
): Promise<MeasuredRows> {
  const profiled = profiledFields(fields)
  const { rows, basics, refused } = await readBasics(session, relation, profiled)
  const refusals = new Map(refused.map(({ subject, error }) => [subject, error]))
  const examined = profiled.flatMap((field): Examined[] => {
    const known = basics.get(field)
    return known ? [{ field, basics: known }] : []
  })
  const told = examined.filter(({ field }) => field.kind !== 'opaque')
  const distributions = await readDistributions(
    session,
    relation,
    told,
    settings.histogram_max_distinct_values,
  )
  for (const { subject, error } of distributions.refused) refusals.set(subject, error)
  const together = await readTogether(session, relation, rows ?? 0, told)
  const measured = profiled.map((field): MeasuredField => {
    const known = basics.get(field)
    const distribution: Distribution | undefined = distributions.found.get(field)
    const metrics = known
      ? metricsOf({
          examined: { field, basics: known },
          distribution,
          rows: rows ?? 0,
          seems: together.types.get(field) ?? field.field.type,
          regressions: together.regressions.get(field) ?? [],
          settings,
        })
      : emptyMetrics(field.field.type, settings.types_are_declared)
    return { field: field.field, metrics: hold(metrics), refusal: refusals.get(field) ?? null }
  })
  return { rows: rows ?? 0, fields: measured }
}
