import type { Person, QualityCheck, QualityCheckInput } from '../../api/api.generated.ts'

/** Somebody, and what to call them. */
export interface Somebody {
  id: number
  called: string
}

/** Somebody of the API. */
export function somebodyOf(person: Person | null): Somebody | null {
  return person && { id: person.id, called: person.name ?? person.user_name }
}

/** What a check is told of people. Those who stay are left out: who is gone by now could not be named again. */
export function peopleOf(
  { owner, assignee }: { owner: Somebody | null; assignee: Somebody | null },
  kept: Pick<QualityCheck, 'owner' | 'default_anomaly_assignee'> | null,
): Pick<QualityCheckInput, 'owner_id' | 'default_anomaly_assignee_id'> {
  const assigned = assignee?.id ?? null
  return {
    ...(owner !== null && owner.id !== kept?.owner?.id && { owner_id: owner.id }),
    ...(assigned !== (kept?.default_anomaly_assignee?.id ?? null) && {
      default_anomaly_assignee_id: assigned,
    }),
  }
}
