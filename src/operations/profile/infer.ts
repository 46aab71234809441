import type { HeldSession, StatementRefused } from '../../connectors/connector.ts'
import { inferChecks, type Inferred } from '../../engine/inference/infer-checks.ts'
import type { MeasuredPart, ProfileRequest } from '../../engine/profile/profile-container.ts'
import type { ScanRequest } from '../../engine/check.ts'
import { inferences } from '../../inferences/registry.ts'
import { namesReferredTo, referencesFor } from '../../inferences/reference-names.ts'
import { isOpenStatus } from '../../model/check.ts'
import { openableReferences } from '../../services/checks/references.ts'
import { stagingBounds } from '../../services/judging/staging.ts'
import { checksOfContainer, type KnownCheck } from '../../store/inferred-checks.ts'
import { keyFieldsBeside } from '../../store/reference-fields.ts'
import { modificationsOf, volumesOf } from '../../store/volumes.ts'
import { efforts, type ProfilePayload } from './payload.ts'
import type { Step } from './step.ts'

/** The level of the run's effort; 0 infers nothing. */
export const levelOf = ({ ai_effort }: ProfilePayload): number => efforts.indexOf(ai_effort)

/** Looks for checks in the rows that were measured; null where nothing is to be inferred, or nothing can be learned. A source that does not show the rows has its refusal. */
export async function infer(
  session: HeldSession,
  step: Step,
  request: ProfileRequest,
  partitions: readonly string[],
  { whole, last_modified }: { whole: MeasuredPart; last_modified: string | null },
): Promise<Inferred | StatementRefused | null> {
  const { work, loaded, settings, environment } = step
  const level = levelOf(settings)
  if (level === 0) return null
  const { database } = environment.store
  const fields = whole.fields.map(({ field }) => field)
  const keys = looksBeside(level)
    ? await keyFieldsBeside(database, work.container_id, namesReferredTo(fields))
    : []
  // Opening one reads what is known of its container, so of a thousand those are left out that cannot be meant.
  const beside = referencesFor(fields, keys)
  const known = await checksOfContainer(database, work.container_id)
  const standing = known.filter((check) => check.inferred && isOpenStatus(check.status))
  const modified = last_modified === null ? null : Date.parse(last_modified)
  return inferChecks(session, request, partitions, whole, {
    level,
    held_out: { share: settings.percent_testing_threshold, most: settings.max_count_testing_sample },
    scan: await scanRequest(step, request, {
      referred: beside.map((one) => one.container_id),
      standing,
      last_modified,
    }),
    standing,
    references: beside,
    // What is not tracked has no bounds.
    volumes: loaded.tracking.volume
      ? [whole.records_count, ...(await volumesOf(database, work.container_id))]
      : [],
    modifications: loaded.tracking.freshness
      ? await modificationsOf(database, work.container_id, modified)
      : [],
  })
}

/** True when an inference of so much effort looks at other containers, which takes time for each of them. */
const looksBeside = (level: number): boolean =>
  inferences.all().some((inference) => inference.looks_beside === true && inference.level <= level)

/** A scan of the container, by which checks are tried. */
async function scanRequest(
  { work, loaded, environment, signal }: Step,
  { container, observed, increment, record_cap }: ProfileRequest,
  {
    referred,
    standing,
    last_modified,
  }: { referred: number[]; standing: KnownCheck[]; last_modified: string | null },
): Promise<ScanRequest> {
  const referring = [...new Set(referred)].map((ref_container_id) => ({
    rule_type: 'existsIn',
    properties: { ref_container_id },
  }))
  const all = [...referring, ...standing]
  return {
    container,
    known_fields: observed,
    masked_fields: loaded.masked,
    checks: [],
    references: await openableReferences(environment, work.datastore_id, all, signal, {
      computation: container.computation,
    }),
    measurements: new Map(),
    last_modified,
    tracking: loaded.tracking,
    staging: stagingBounds(environment, signal),
    check_variables: {},
    rollup_threshold: 1,
    source_record_limit: 0,
    increment,
    incremental_field: loaded.incremental_field,
    record_cap,
    now: (await environment.clock.now(environment.store.database)).toISOString(),
  }
}
