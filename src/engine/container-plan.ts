import type { DiscoveredField } from '../model/field.ts'
import type { PreparedCheck, ScanRequest } from './check.ts'
import type { Evaluation } from './finding.ts'

/** A container made ready: what the source shows, the checks that fit it, and the verdict on its schema. */
export interface ContainerPlan {
  request: ScanRequest
  observed: readonly DiscoveredField[]
  checks: PreparedCheck[]
  /** Verdicts that need no row: schema checks, and checks that do not fit. */
  schema: Evaluation
  /** Why the container must not be read on (a failed expectedSchema), or null. */
  abort_reason: string | null
}
