import type { RemediationStrategy } from '../api/api.generated.ts'

/** What becomes of failing rows in the enrichment datastore, in words. */
export const remediations: readonly (readonly [RemediationStrategy, string])[] = [
  ['append', 'those of all scans are kept'],
  ['overwrite', 'those of the last scan are kept'],
  ['none', 'none are put aside'],
]
