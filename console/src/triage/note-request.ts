import type { Anomaly } from '../api/api.generated.ts'
import { sharedValue } from '../kit/shared-value.ts'

/** The anomaly whose note and tags somebody wants to change, until that is done or given up; null: none. */
export const noteRequest = sharedValue<Anomaly | null>(null)
