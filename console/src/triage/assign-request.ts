import type { Anomaly } from '../api/api.generated.ts'
import { sharedValue } from '../kit/shared-value.ts'

/** Anomalies that somebody is to be found for, until that is done or given up; null: none. */
export const assignRequest = sharedValue<AssignRequest | null>(null)

interface AssignRequest {
  anomalies: readonly Anomaly[]
  /** Called once somebody looks after them. */
  done?: () => void
}
