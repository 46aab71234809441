import type { ContainerMapping, Operation, OperationRun, PromotedType } from '../../api/api.generated.ts'
import type { Search } from '../../shell/search.ts'

/** What can be promoted: the word of the address, the nouns, and whether it goes from container to container or between datastores of a kind. */
export const kinds = {
  checks: { type: 'quality_check', one: 'check', between: 'containers', store: null },
  fields: { type: 'computed_field', one: 'computed field', between: 'containers', store: null },
  tables: { type: 'computed_table', one: 'computed table', between: 'datastores', store: 'jdbc' },
  files: { type: 'computed_file', one: 'computed file', between: 'datastores', store: 'dfs' },
} as const satisfies Record<
  string,
  { type: PromotedType; one: string; between: 'containers' | 'datastores'; store: 'jdbc' | 'dfs' | null }
>

export type Kind = keyof typeof kinds

/** What is to go from where to where, as the address has it; null: not chosen yet. */
export interface Choice {
  kind: Kind
  /** The datastore, and for checks and computed fields its container. */
  source: number | null
  container: number | null
  destination: number | null
  into: number | null
  isActive: boolean
}

/** The noun of what a promotion promotes. */
export function nounOf(type: PromotedType | undefined): string {
  return Object.values(kinds).find((kind) => kind.type === type)?.one ?? 'thing'
}

/** Reads the choice from the query of the address. */
export function choiceOf(one: (member: string) => string | undefined): Choice {
  const id = (member: string) => Number(one(member)) || null
  return {
    kind: (Object.keys(kinds) as Kind[]).find((kind) => kind === one('what')) ?? 'checks',
    source: id('source'),
    container: id('container'),
    destination: id('destination'),
    into: id('into'),
    isActive: one('as') === 'active',
  }
}

/** What a change of the choice leaves behind: a plan is of one choice only. */
export const withoutPlan = { plan: undefined, run: undefined, without: undefined } satisfies Search

/** The request for a plan; a sentence where something is still to be chosen. */
export function planOf(choice: Choice, mappings: readonly ContainerMapping[]): OperationRun | string {
  const { kind, source, container, destination, into, isActive } = choice
  if (source === null) return 'Choose the datastore of the source first.'
  if (kinds[kind].between === 'containers' && container === null) return 'Choose the table or file first.'
  if (destination === null) return 'Choose the datastore of the destination first.'
  if (kind === 'tables' || kind === 'files') {
    if (source === destination) return 'Source and destination are the same datastore.'
    const ends = { datastore_id: source, destination_datastore_id: destination, dry_run: true }
    if (kind === 'tables') return { type: 'promote_computed_table', ...ends }
    if (mappings.length === 0) return 'Choose what at least one computed file is to read at the destination.'
    return { type: 'promote_computed_file', ...ends, source_container_mappings: [...mappings] }
  }
  if (container === null || into === null) return 'Choose the table or file of the destination first.'
  const ends = {
    datastore_id: source,
    container_id: container,
    destination_container_id: into,
    dry_run: true,
  }
  return kind === 'checks'
    ? { type: 'promote_quality_check', ...ends, as_draft: !isActive }
    : { type: 'promote_computed_field', ...ends }
}

/** The request that does what a plan says for the things with these ids; null: the run is no plan of a promotion. */
export function promotionOf(plan: Operation, ids: readonly number[]): OperationRun | null {
  const { datastore_id, container_id, destination_container_id, destination_datastore_id } = plan
  if (plan.dry_run !== true) return null
  if (plan.promote_type === 'computed_table' || plan.promote_type === 'computed_file') {
    if (destination_datastore_id === undefined) return null
    const ends = { datastore_id, destination_datastore_id }
    if (plan.promote_type === 'computed_table')
      return { type: 'promote_computed_table', ...ends, container_ids: [...ids] }
    const source_container_mappings = (plan.source_container_mappings ?? []).filter((mapping) =>
      ids.includes(mapping.container_id),
    )
    return { type: 'promote_computed_file', ...ends, source_container_mappings }
  }
  if (container_id === undefined || destination_container_id === undefined) return null
  const ends = { datastore_id, container_id, destination_container_id }
  if (plan.promote_type === 'computed_field')
    return { type: 'promote_computed_field', ...ends, computed_field_ids: [...ids] }
  if (plan.promote_type !== 'quality_check') return null
  return {
    type: 'promote_quality_check',
    ...ends,
    check_ids: [...ids],
    as_draft: plan.as_draft ?? true,
  }
}
