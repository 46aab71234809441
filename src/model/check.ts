/** Quality check statuses of the contract. Draft is never evaluated; Archived and Discarded are put away, reversibly. */
export const checkStatuses = ['Active', 'Draft', 'Archived', 'Discarded'] as const
export type CheckStatus = (typeof checkStatuses)[number]

/** Statuses of checks that are listed unless asked otherwise. */
export const openCheckStatuses = ['Active', 'Draft'] as const satisfies readonly CheckStatus[]
/** True for one that is not put away. */
export const isOpenStatus = (status: CheckStatus): status is (typeof openCheckStatuses)[number] =>
  openCheckStatuses.some((open) => open === status)

/** Statuses of checks that were put away. */
export const archivedCheckStatuses = ['Archived', 'Discarded'] as const satisfies readonly CheckStatus[]

/** The third verdict, `unasserted`, means that no answer was possible; its reason stands in `assertion_details`. */
export const assertionResults = ['passed', 'failed', 'unasserted'] as const
export type AssertionResult = (typeof assertionResults)[number]

/** What a verdict can rest on: rows that were read, what the source guarantees of them, or an earlier scan of the same rows. */
export const assertionBases = ['reading', 'proof', 'unchanged'] as const
export type AssertionBasis = (typeof assertionBases)[number]

/** A check as the engine evaluates it: the definition without its life cycle. */
export interface CheckDefinition {
  id: number
  rule_type: string
  description: string
  /** Names, in the order given; `[]` for rules about the whole container. */
  fields: string[]
  /** Boolean SQL of the store's own engine, or null for all rows. */
  filter: string | null
  /** Fraction of asserted rows that must pass, 0 to 1. */
  coverage: number
  properties: Record<string, unknown>
  /** Name of the field whose value replaces the generated message of a record anomaly, or null. */
  anomaly_message_field: string | null
}

/** The checks that a scan may be limited to: `metadata` checks judge the volume of a container, all others its data. */
export const checkCategories = ['metadata', 'data_integrity'] as const
export type CheckCategory = (typeof checkCategories)[number]

/** The verdict of the last scan that asserted a check; `none`: no scan has asserted it yet. */
export const lastVerdicts = ['passed', 'failed', 'none'] as const
export type LastVerdict = (typeof lastVerdicts)[number]

/**
 * How a check stands: the verdict of the last scan that had it, or `never`; `stale` beside them, where a scan of its
 * container has succeeded since.
 */
export const lastResults = [...assertionResults, 'never', 'stale'] as const
export type LastResult = (typeof lastResults)[number]
