import type { Environment } from '../../access/context.ts'
import type { CommitStep } from '../../runs/container-units.ts'
import { StatementRefused, type HeldSession } from '../../connectors/connector.ts'
import { tellContainer } from '../../connectors/traced.ts'
import { unlearnedRows, unmeasuredField, withholdingReason } from '../../disclosure/reasons.ts'
import type { MeasuredPart, ProfileRequest } from '../../engine/profile/profile-container.ts'
import { adviceOnFields, wordsOf } from '../../engine/refusal.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { withContainerSession } from '../../services/datastores/container-session.ts'
import { leaving } from '../../services/datastores/open-session.ts'
import { logOnceToOperation } from '../../store/operations.ts'
import type { Queryable } from '../../store/pool.ts'
import type { ProfileFigures } from '../../store/profiles.ts'
import { startContainerScan, type ContainerScanRow } from '../../store/scans.ts'
import { loadContainer, type LoadedContainer } from './load-container.ts'
import type { ProfilePayload } from './payload.ts'

/** The rows that a partition unit measures: a partition of the source by its name. */
export interface ProfiledPartition {
  partition: string
}

/** Where a step runs. */
export interface StepInput {
  environment: Environment
  operation_container_id: number
  settings: ProfilePayload
  signal: AbortSignal
  commit: CommitStep<ProfiledPartition>
}

/** A step with all that it knows of the container. */
export interface Step {
  /** The row of the container in the run. */
  work: ContainerScanRow
  loaded: LoadedContainer
  settings: ProfilePayload
  commit: CommitStep<ProfiledPartition>
  environment: Environment
  signal: AbortSignal
}

/**
 * Opens the source of the container for `act`, and closes it before the unit ends: who sees its slot free must find it free. The
 * source's reason for a failure is withheld where the container has masked fields.
 */
export async function inSession(
  { environment, operation_container_id, settings, signal, commit }: StepInput,
  act: (session: HeldSession, step: Step) => Promise<void>,
): Promise<void> {
  const { database } = environment.store
  const work = await startContainerScan(database, operation_container_id)
  const loaded = await loadContainer(database, work.container_id, settings)
  const place = { datastore_id: work.datastore_id, ...loaded.reference }
  const measure = (session: HeldSession, leave: () => Promise<void>): Promise<void> =>
    withholdingReason(loaded.masked, () =>
      act(session, { work, loaded, settings, environment, signal, commit: leaving(commit, leave) }),
    )
  tellContainer(environment.span, work, loaded.reference)
  await withContainerSession(environment, place, signal, measure, { origin: work })
}

/** The measuring of a container whose fields are `observed`. */
export function requestOf({ loaded, settings }: Step, observed: readonly DiscoveredField[]): ProfileRequest {
  return {
    container: loaded.reference,
    observed,
    left_out: loaded.excluded,
    increment: loaded.increment,
    record_cap: settings.max_records_analyzed_per_partition,
    settings: {
      high_correlation_threshold: settings.high_correlation_threshold,
      histogram_max_distinct_values: settings.histogram_max_distinct_values,
      types_are_declared: loaded.types_are_declared,
    },
  }
}

/** What is kept of a measured part. */
export function figuresOf({ records_count, records_processed, fields }: MeasuredPart): ProfileFigures {
  return {
    records_count,
    records_processed,
    fields: fields.map(({ field, metrics }) => ({ name: field.name, metrics })),
  }
}

/** A line in the run's log for every field that the source refused to measure; for `locked`. */
export async function logRefusals(
  transaction: Queryable,
  { work, loaded }: Step,
  { fields }: MeasuredPart,
): Promise<void> {
  for (const { field, refusal } of fields) {
    if (refusal === null) continue
    const sentence = `${unmeasuredField(field.name)}${wordsOf(refusal, loaded.masked)}. ${adviceOnFields(refusal, 'the field')}`
    await logOnceToOperation(transaction, work.operation_id, 'warning', sentence, work.container_id)
  }
}

/** The same where the source did not show the rows to infer checks from. */
export async function logUnlearned(
  transaction: Queryable,
  { work, loaded }: Step,
  inferred: object | null,
): Promise<void> {
  if (!(inferred instanceof StatementRefused)) return
  const sentence = `${unlearnedRows}${wordsOf(inferred, loaded.masked)}. ${adviceOnFields(inferred, 'fields')}`
  await logOnceToOperation(transaction, work.operation_id, 'warning', sentence, work.container_id)
}
