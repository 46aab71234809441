import type { QualityCheck } from '../api/api.generated.ts'

/** Why a profile made a check, and how many of the rows that it was tried on are against it. */
interface Inference {
  /** In a sentence. */
  reason: string
  rows: number
  exceptions: number
}

/** Of a check that was inferred; null: of others, and where what was seen is held back. */
export function inferenceOf({ additional_metadata }: QualityCheck): Inference | null {
  const told = additional_metadata?.['inference'] as Partial<Inference> | null | undefined
  return typeof told?.reason === 'string'
    ? { reason: told.reason, rows: Number(told.rows ?? 0), exceptions: Number(told.exceptions ?? 0) }
    : null
}
