import type { ComputedContainer, ComputedContainerType, GivenJoinType } from '../../api/api.generated.ts'
import { sqlMembers, type Computation } from '../../sources/computation.ts'

/** A container that is to be computed, as it is written; the members of other kinds are kept while one tries kinds. */
export interface ComputedDraft extends Computation {
  kind: ComputedContainerType
  description: string
  /** Of a file: the id of what it reads; empty: nothing is chosen. */
  source: string
  left: Side
  right: Side
  joinType: GivenJoinType
}

/** One side of a join; empty text: nothing is chosen. */
export interface Side {
  datastore: string
  container: string
  field: string
  /** Empty: the usual one. */
  prefix: string
}

/** What is written, how it changes, and what the service found wrong with members of the request. */
export interface ComputedFilling {
  draft: ComputedDraft
  put: (part: Partial<ComputedDraft>) => void
  problems: ReadonlyMap<string, string>
}

/** A draft of which only the kind is known. */
export function blankComputed(kind: ComputedContainerType, datastoreId: number): ComputedDraft {
  const side: Side = { datastore: String(datastoreId), container: '', field: '', prefix: '' }
  return {
    kind,
    name: '',
    description: '',
    query: '',
    source: '',
    columns: '*',
    condition: '',
    groups: '',
    left: side,
    right: side,
    joinType: 'inner',
  }
}

/** The request that makes it. */
export function computedOf(draft: ComputedDraft, datastoreId: number): ComputedContainer {
  const { kind, left, right } = draft
  const shared = {
    container_type: kind,
    name: draft.name.trim(),
    ...(draft.description.trim() !== '' && { description: draft.description.trim() }),
    ...sqlMembers(kind, draft),
  }
  if (kind === 'computed_table') return { ...shared, datastore_id: datastoreId }
  if (kind === 'computed_file') return { ...shared, source_container_id: Number(draft.source) }
  return {
    ...shared,
    left_container_id: Number(left.container),
    right_container_id: Number(right.container),
    left_join_field_name: left.field,
    right_join_field_name: right.field,
    join_type: draft.joinType,
    ...(left.prefix.trim() !== '' && { left_prefix: left.prefix.trim() }),
    ...(right.prefix.trim() !== '' && { right_prefix: right.prefix.trim() }),
  }
}

/** What is still to be chosen, as a sentence; null: nothing. */
export function missingOf({ kind, source, left, right }: ComputedDraft): string | null {
  if (kind === 'computed_file' && source === '') return 'Choose the files that it reads.'
  if (
    kind === 'computed_join' &&
    [left, right].some(({ container, field }) => container === '' || field === '')
  )
    return 'Choose a table or file for both sides, and the field of each by which rows meet.'
  return null
}
