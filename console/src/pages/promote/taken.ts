import type { Operation, PromotedEntity } from '../../api/api.generated.ts'
import { useAddress } from '../../shell/search.ts'

/** The lines of a plan that the address does not leave out, without those that are refused. */
export function useTaken(plan: Operation): readonly PromotedEntity[] {
  const { all } = useAddress()
  const without = new Set(all('without').map(Number))
  return (plan.results ?? []).filter(
    ({ result, source_entity_id: id }) => result !== 'failed' && !without.has(id),
  )
}
