import { invalidMember } from '../../kernel/errors.ts'
import type { ComputationInput, ComputedContainer } from '../../model/computed-container.ts'
import type { Computation, ComputedType } from '../../model/container.ts'
import type { StoredSource } from '../../store/computations.ts'
import type { ComputationText } from '../../store/schema/catalogue.ts'

/** What a client says of a computed container. */
export type GivenComputation = ComputationInput & Pick<Partial<ComputedContainer>, 'datastore_id'>

/** What a computed container is to be: as the engine reads it, and as it is kept. */
export interface WantedComputation {
  datastore_id: number
  computation: Computation
  text: ComputationText
  sources: StoredSource[]
  /** The member that is blamed when the store refuses it. */
  member: string
}

/** A computed table of this query; nothing else of the service is read. */
export const wantedOfQuery = (datastore_id: number, query: string): WantedComputation => ({
  datastore_id,
  computation: { kind: 'computed_table', query },
  text: { query },
  sources: [],
  member: 'query',
})

/** The clauses that may be left out; blank ones are none. */
export const restOf = (input: ComputationInput) => ({
  where_clause: input.where_clause?.trim() ? input.where_clause : null,
  group_by_clause: input.group_by_clause?.trim() ? input.group_by_clause : null,
})

/** The text of a member. Refuses one that is left out or blank. */
export function given(
  input: ComputationInput,
  member: 'query' | 'select_clause',
  type: ComputedType,
): string {
  const text = input[member]
  return text == null || text.trim() === '' ? missing(member, type) : text
}

/** Refuses a computed container without this member. */
export function missing(member: string, type: ComputedType): never {
  throw invalidMember(member, `A ${type} needs ${member}.`)
}
