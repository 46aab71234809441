import type { ContainerType } from '../api/api.generated.ts'

/** What a computed container is made of, as it is written. */
export interface Computation {
  name: string
  /** Of a computed table alone. */
  query: string
  /** Of the others: the parts of a SELECT. */
  columns: string
  condition: string
  groups: string
}

/** The SQL of a computed container as members of a request. */
export function sqlMembers(
  type: ContainerType,
  { query, columns, condition, groups }: Computation,
):
  | { query: string }
  | { select_clause: string; where_clause: string | null; group_by_clause: string | null } {
  if (type === 'computed_table') return { query }
  return {
    select_clause: columns,
    where_clause: condition.trim() || null,
    group_by_clause: groups.trim() || null,
  }
}
