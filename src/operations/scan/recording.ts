import type { Detection } from '../../store/anomalies.ts'
import type { IdentitySettings } from './recognise-rows.ts'

/** What recording needs to know beyond the evaluation itself. */
export interface Recording {
  detection: Detection
  /** Weight of each check by id; an anomaly's is their sum. */
  weights: ReadonlyMap<number, number>
  source_record_limit: number
  /** Whether the scan leaves out rows or files that earlier ones have read. */
  reads_new_only: boolean
  /** Whether what was archived and is found again is opened again, rather than found anew. */
  reactivates: boolean
  /** The fields that were masked when the scan read which ones are. */
  masked_fields: ReadonlySet<string>
  /** By what its rows are recognised. */
  identity: IdentitySettings
}
