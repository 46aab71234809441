import type { DiscoveredField } from '../model/field.ts'
import type { PreparedCheck, ScanRequest } from './check.ts'
import type { CheckOutcome, Evaluation, ShapeFinding } from './finding.ts'

/** A verdict over the whole container that an earlier scan reached of the same rows, with what it found. */
export interface KeptVerdict {
  outcome: CheckOutcome
  /** Null for a check that passed. */
  finding: ShapeFinding | null
}

/** A container made ready: what the source shows, the checks that fit it, and the verdict on its schema. */
export interface ContainerPlan {
  request: ScanRequest
  observed: readonly DiscoveredField[]
  checks: PreparedCheck[]
  /** Verdicts that need no row: schema checks, and checks that do not fit. */
  schema: Evaluation
  /** Why the container must not be read on (a failed expectedSchema), or null. */
  abort_reason: string | null
  /** By check id (default: none); those checks are not judged again. */
  kept?: ReadonlyMap<number, KeptVerdict>
}
