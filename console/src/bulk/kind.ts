import type { ComponentType } from 'react'
import type { BulkAnomalyResult } from '../api/api.generated.ts'

/** What became of many things, or would in a dry run. */
export type BulkResult = BulkAnomalyResult

/** Things of which many are changed at once. `Change` has the members that are to change; without any nothing does. */
export interface BulkKind<Thing extends { id: number }, Change extends object> {
  one: string
  many: string
  /** Most that the service changes at once. */
  most: number
  /** The page of one. */
  address(id: number): string
  change(
    body: { ids: number[]; change: Change; dry_run?: boolean },
    options?: { signal: AbortSignal },
  ): Promise<BulkResult>
  /** The change that gives a thing back what this one takes from it. */
  formerly(thing: Thing, change: Change): Change
  /** Has everything that such a change may show in asked again. */
  refresh(): Promise<unknown>
  /** Where it is said what is to become of them. */
  Fields: ComponentType<{ change: Change; put: (change: Change) => void }>
}
